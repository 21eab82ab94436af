import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * What two modules add that are not among Maven's artifacts: the analyser "english" of
 * analysis-common, made of Lucene's as there, and GET / of rest-root, in its documented form.
 */
public class MissingModules extends Plugin implements AnalysisPlugin, ActionPlugin {
  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of("english", (index, environment, name, settings) -> new English(name, settings));
  }

  private static class English extends AbstractIndexAnalyzerProvider<EnglishAnalyzer> {
    private final EnglishAnalyzer analyzer = new EnglishAnalyzer();

    English(String name, Settings settings) {
      super(name, settings);
    }

    @Override
    public EnglishAnalyzer get() {
      return analyzer;
    }
  }

  @Override
  public Collection<RestHandler> getRestHandlers(
      Settings settings,
      NamedWriteableRegistry registry,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver resolver,
      Supplier<DiscoveryNodes> nodes,
      Predicate<NodeFeature> features) {
    return List.of(new About(settings.get("cluster.name")));
  }

  private static class About extends BaseRestHandler {
    private final String cluster;

    About(String cluster) {
      this.cluster = cluster;
    }

    @Override
    public String getName() {
      return "about";
    }

    @Override
    public List<Route> routes() {
      return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
        throws IOException {
      return channel -> {
        Build build = Build.current();
        XContentBuilder body = channel.newBuilder().startObject();
        body.field("name", client.getLocalNodeId());
        body.field("cluster_name", cluster);
        body.startObject("version").field("number", build.version());
        body.field("build_flavor", build.flavor()).field("build_hash", build.hash()).endObject();
        body.field("tagline", "You Know, for Search").endObject();
        channel.sendResponse(new RestResponse(RestStatus.OK, body));
      };
    }
  }
}
