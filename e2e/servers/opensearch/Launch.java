import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * A node of OpenSearch from its jars alone: settings come as NAME=VALUE, path.home among them. The
 * property "plugins" names the classes of further ones, with commas.
 */
public class Launch extends Node {
  Launch(Environment environment) throws ClassNotFoundException {
    super(environment, plugins(), false);
  }

  private static List<Class<? extends Plugin>> plugins() throws ClassNotFoundException {
    List<Class<? extends Plugin>> all =
        new ArrayList<>(List.of(Netty4Plugin.class, CommonAnalysisPlugin.class));
    for (String name : System.getProperty("plugins", "").split(",")) {
      if (!name.isEmpty()) all.add(Class.forName(name).asSubclass(Plugin.class));
    }
    return all;
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      int cut = argument.indexOf('=');
      settings.put(argument.substring(0, cut), argument.substring(cut + 1));
    }
    Path home = Path.of(settings.get("path.home"));
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), home.resolve("config"), () -> "verified");
    Node node = new Launch(environment).start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    Thread.currentThread().join();
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (Exception ended) {
      System.err.println(ended);
    }
  }
}
