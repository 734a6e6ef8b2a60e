/**
 * Runs LanguageTool inside Rhino (ECMAScript 5 on Java): a line of JSON comes, a line of JSON goes.
 *
 * {"id": 1, "language": "es", "text": "..."} is answered with {"id": 1, "matches": [...]} or {"id": 1, "error": "..."}.
 */
// `Packages` is the way to Java.
(function () {
  var io = Packages.java.io;
  var utf8 = Packages.java.nio.charset.StandardCharsets.UTF_8;
  var input = new io.BufferedReader(
    new io.InputStreamReader(Packages.java.lang.System['in'], utf8),
  );
  var output = new io.PrintStream(new io.FileOutputStream(io.FileDescriptor.out), false, 'UTF-8');
  // What libraries print is no answer.
  Packages.java.lang.System.setOut(Packages.java.lang.System.err);
  var MOST_REPLACEMENTS = 6;
  var tools = {};

  function toolFor(code) {
    if (tools[code] === undefined) {
      var language = Packages.org.languagetool.Languages.getLanguageForShortCode(code);
      tools[code] = new Packages.org.languagetool.JLanguageTool(language);
    }
    return tools[code];
  }

  function matchOf(match) {
    var rule = match.getRule();
    var replacements = match.getSuggestedReplacements();
    var found = [];
    for (var at = 0; at < Math.min(replacements.size(), MOST_REPLACEMENTS); at += 1) {
      found.push(String(replacements.get(at)));
    }
    return {
      start: match.getFromPos(),
      end: match.getToPos(),
      message: String(match.getMessage()).replace(/<\/?suggestion>/g, '"'),
      kind: String(rule.getLocQualityIssueType().toString()),
      replacements: found,
    };
  }

  function answerTo(asked) {
    var matches = toolFor(asked.language).check(asked.text);
    var found = [];
    for (var at = 0; at < matches.size(); at += 1) found.push(matchOf(matches.get(at)));
    return { id: asked.id, matches: found };
  }

  for (var line = input.readLine(); line !== null; line = input.readLine()) {
    var asked = JSON.parse(String(line));
    var answer;
    try {
      answer = answerTo(asked);
    } catch (error) {
      answer = { id: asked.id, error: String(error) };
    }
    output.println(JSON.stringify(answer));
    output.flush();
  }
})();
