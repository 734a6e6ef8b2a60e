import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVStore;

/**
 * A MongoDB server for development and tests: mongo-java-server on a file.
 *
 * Three things differ from its own main: an acknowledged write is in the file before the answer
 * leaves, the handshake satisfies today's drivers, and what it would get wrong is refused.
 *
 * Usage: java -cp 'CLASSES:LIB/*' Main FILE PORT
 */
public final class Main {
  /** There are no indexes but unique ones: what is not in the cache is read anew by each query. */
  private static final int CACHE_MB = 256;

  public static void main(String[] args) {
    MVStore store =
        new MVStore.Builder()
            .fileName(args[0])
            .autoCommitDisabled()
            .autoCommitBufferSize(0) // Else a large command is written in parts, before it has ended.
            .cacheSize(CACHE_MB)
            .open();
    store.compactFile(2_000);

    MongoServer server = new MongoServer(new DurableBackend(store));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind("127.0.0.1", Integer.parseInt(args[1]));
  }

  private static final class DurableBackend extends H2Backend {
    DurableBackend(MVStore store) {
      super(store);
      version(new DriversOfToday());
    }

    /** One command at a time: a commit never holds half of another connection's write. */
    @Override
    public synchronized Document handleCommand(
        Channel channel, String database, String command, Document query) {
      if (command.equalsIgnoreCase("hello") || command.equalsIgnoreCase("ismaster")) {
        return hello(channel, database);
      }
      // The OpenID conformance suite does not start without an answer.
      if (command.equals("getParameter") && query.containsKey("featureCompatibilityVersion")) {
        return new Document("featureCompatibilityVersion", new Document("version", "4.4"))
            .append("ok", 1.0);
      }

      Refusals.check(command, query);
      try {
        return super.handleCommand(channel, database, command, query);
      } finally {
        commit(); // Also after an error: an ordered batch keeps what came before it.
      }
    }

    private Document hello(Channel channel, String database) {
      Document answer = super.handleCommand(channel, database, "ismaster", new Document());
      answer.put("helloOk", true);
      answer.put("isWritablePrimary", true);
      answer.put("logicalSessionTimeoutMinutes", 30);
      return answer;
    }
  }

  /** Wire version 9 (MongoDB 4.4) is the oldest that current drivers talk to. */
  private static final class DriversOfToday implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    @Override
    public int getWireVersion() {
      return 9;
    }
  }

  /** What would be ignored or answered wrongly without a word: an error is better. */
  private static final class Refusals {
    static void check(String command, Document query) {
      refuseIf(query.containsKey("startTransaction"), "transactions");
      refuseIf(command.equals("commitTransaction"), "transactions");
      refuseIf(command.equals("abortTransaction"), "transactions");
      refuseIf(command.equals("explain"), "explain");
      refuseIf(query.get("update") instanceof List, "updates with a pipeline");

      refuseCollation(query);
      documents(query, "deletes").forEach(Refusals::refuseCollation);
      for (Document update : documents(query, "updates")) {
        refuseCollation(update);
        refuseIf(update.get("u") instanceof List, "updates with a pipeline");
      }
      for (Document index : documents(query, "indexes")) {
        refuseCollation(index);
        boolean isUnique = Boolean.TRUE.equals(index.get("unique"));
        refuseIf(isUnique && index.containsKey("partialFilterExpression"), "unique partial indexes");
      }
      for (Document stage : documents(query, "pipeline")) {
        refuseIf(stage.containsKey("$changeStream"), "change streams");
      }
      for (String filter : List.of("filter", "query")) {
        refuseIf(query.get(filter) instanceof Map<?, ?> map && map.containsKey("$text"), "$text");
      }
    }

    private static void refuseCollation(Document document) {
      refuseIf(document.containsKey("collation"), "collations");
    }

    private static List<Document> documents(Document query, String field) {
      if (!(query.get(field) instanceof List<?> list)) return List.of();
      return list.stream().filter(Document.class::isInstance).map(Document.class::cast).toList();
    }

    private static void refuseIf(boolean isAsked, String feature) {
      if (!isAsked) return;
      throw new MongoServerError(
          115,
          "CommandNotSupported",
          "This development server has no " + feature + ": set MONGODB_URI to a MongoDB.");
    }
  }
}
