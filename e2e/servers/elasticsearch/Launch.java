import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;

/**
 * A node of Elasticsearch from its jars: settings come as NAME=VALUE, path.home among them, in whose
 * folder "modules" its modules lie.
 */
public class Launch {
  public static void main(String[] arguments) throws Exception {
    LogConfigurator.configureESLogging();
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      int cut = argument.indexOf('=');
      settings.put(argument.substring(0, cut), argument.substring(cut + 1));
    }
    Path home = Path.of(settings.get("path.home"));
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), home.resolve("config"), () -> "verified");
    Node node = new Node(environment).start();
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
