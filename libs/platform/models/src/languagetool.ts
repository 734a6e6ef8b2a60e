import type { ModelFile } from './digest.js';
import type { PublishedModel } from './published-model.js';

/** Path in a repository of Maven, bytes and SHA-256 of LanguageTool's jars with all that they need, and of Rhino, which runs our bridge. */
const JARS = `
com/carrotsearch/hppc/0.8.2/hppc-0.8.2.jar 1179544 97e45d4e0106d98dd3e76d9610e0bd3895409bd1ab1ed189855b05af0571025e
com/fasterxml/jackson/core/jackson-annotations/2.18.0/jackson-annotations-2.18.0.jar 79108 a09367d2eeb526873abf737ff754c5085f82073a382ee72c3bbe15412217671f
com/fasterxml/jackson/core/jackson-core/2.18.0/jackson-core-2.18.0.jar 596823 215bbd7c8fd65be504cb92ff3aa1c4b790fc7b14cca72f4546aac4143c101bb5
com/fasterxml/jackson/core/jackson-databind/2.18.0/jackson-databind-2.18.0.jar 1663219 2bf1927b7f3224683ed0157a1ec3b0ede75179da3e597d78c572d56ed00f9f3c
com/gitlab/dumonts/hunspell/2.1.2/hunspell-2.1.2.jar 849577 973329ae3a43d35dacd618b93a5773a0a9210c8bf2b58a6b2d2a1e1c9f0389e9
com/google/android/annotations/4.1.1.4/annotations-4.1.1.4.jar 3120 ba734e1e84c09d615af6a09d33034b4f0442f8772dec120efb376d86a565ae15
com/google/api/grpc/proto-google-common-protos/2.59.2/proto-google-common-protos-2.59.2.jar 2713811 9407f50aef5d1cb12675c170fa64ee216023eefca49f8f5eac45124f23a6cb29
com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar 19936 766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7
com/google/code/gson/gson/2.11.0/gson-2.11.0.jar 298435 57928d6e5a6edeb2abd3770a8f95ba44dce45f3b23b7a9dc2b309c581552a78b
com/google/errorprone/error_prone_annotations/2.41.0/error_prone_annotations-2.41.0.jar 20389 a56e782b5b50811ac204073a355a21d915a2107fce13ec711331ad036f660fcc
com/google/guava/failureaccess/1.0.3/failureaccess-1.0.3.jar 10763 cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb
com/google/guava/guava/33.5.0-jre/guava-33.5.0-jre.jar 3017283 1e301f0c52ac248b0b14fdc3d12283c77252d4d6f48521d572e7d8c4c2cc4ac7
com/google/guava/listenablefuture/9999.0-empty-to-avoid-conflict-with-guava/listenablefuture-9999.0-empty-to-avoid-conflict-with-guava.jar 2199 b372a037d4230aa57fbeffdef30fd6123f9c0c2db85d0aced00c91b974f33f99
com/google/j2objc/j2objc-annotations/3.1/j2objc-annotations-3.1.jar 16762 84d3a150518485f8140ea99b8a985656749629f6433c92b80c75b36aba3b099b
com/google/protobuf/protobuf-java/3.25.8/protobuf-java-3.25.8.jar 1876626 72bdb32eb38cafb7dcd288262c29a34d57cba2e19101af9685155ba8c0a56008
com/hankcs/aho-corasick-double-array-trie/1.2.2/aho-corasick-double-array-trie-1.2.2.jar 16929 cbc79badb1e3d18dd18fdb77850da17d4566371c955e5ae85654b770c6e17858
com/intellij/annotations/12.0/annotations-12.0.jar 20195 f8ab13b14be080fe2f617f90e55599760e4a1b4deeea5c595df63d0d6375ed6d
com/optimaize/languagedetector/language-detector/0.6/language-detector-0.6.jar 1879128 f53ecc3d71da9ebc82edd10fb35638d32e8b9d849273dd717a021eca02f2278d
com/sun/activation/jakarta.activation/1.2.2/jakarta.activation-1.2.2.jar 68453 02156773e4ae9d048d14a56ad35d644bee9f1052a791d072df3ded3c656e6e1a
com/sun/istack/istack-commons-runtime/4.1.2/istack-commons-runtime-4.1.2.jar 25788 7fd6792361f4dd00f8c56af4a20cecc0066deea4a8f3dec38348af23fc2296ee
com/sun/xml/bind/jaxb-core/2.3.0.1/jaxb-core-2.3.0.1.jar 254858 d2ecba63615f317a11fb55c6468f6a9480f6411c10951d9881bafd9a9a8d0467
com/sun/xml/bind/jaxb-impl/2.3.3/jaxb-impl-2.3.3.jar 1133924 e5178d0c7948247f75a13c689bf36f4d5d4910a121f712aa3b20ae94377069d8
commons-digester/commons-digester/2.1/commons-digester-2.1.jar 196768 e0b2b980a84fc6533c5ce291f1917b32c507f62bcad64198fff44368c2196a3d
commons-logging/commons-logging/1.3.4/commons-logging-1.3.4.jar 73721 bc2dfe32f1ef06509e6a065144c1adf7b420eabf11a87f30bd127f8faa332016
commons-validator/commons-validator/1.9.0/commons-validator-1.9.0.jar 201424 c3c14748e2d78db58df88808740711bd643b32c45ffa7b8a739f00fb467cd7d7
de/danielnaber/german-pos-dict/1.2.4/german-pos-dict-1.2.4.jar 1517999 56f0b00adb704cbc1e86776b45f6890efe90685ab370a34b5b299593cdcaae22
de/danielnaber/jwordsplitter/4.7/jwordsplitter-4.7.jar 184872 0435e604abe8b4a0b27f568db9349fbe0546df286bbe62f667c9fd9663df71b2
edu/washington/cs/knowitall/openregex/1.1.1/openregex-1.1.1.jar 74839 33021c9cca70c6292d53ff7dac5d1832d422e986aba52ec998532a5f47f921f8
io/github/java-diff-utils/java-diff-utils/4.12/java-diff-utils-4.12.jar 72305 9990a2039778f6b4cc94790141c2868864eacee0620c6c459451121a901cd5b5
io/github/resilience4j/resilience4j-circuitbreaker/1.7.1/resilience4j-circuitbreaker-1.7.1.jar 76387 05ae08b684e6245b8d88bcb823dfd0a2994052098226bd1e614fb9828e5d13df
io/github/resilience4j/resilience4j-core/1.7.1/resilience4j-core-1.7.1.jar 65716 3153a2c96c3e3b31122a7fa8ca8ea1ab0f305bf82d096c291b7416443fff6491
io/github/resilience4j/resilience4j-micrometer/1.7.1/resilience4j-micrometer-1.7.1.jar 52784 71d9be0d10026f2223f2afba5b10d5d1a7b569c6433bbc1fd189ca8817d66d60
io/grpc/grpc-api/1.75.0/grpc-api-1.75.0.jar 323413 7f309616691fa655d02512762049ed18bf4ab2b52ced424cab2f527d0bb8e3fc
io/grpc/grpc-context/1.75.0/grpc-context-1.75.0.jar 293 7e1de7847ea621a9ec7cb988a8baa947748d0eaef94bfe457d04d9b57105079f
io/grpc/grpc-core/1.75.0/grpc-core-1.75.0.jar 655917 f10cdbe558378494e4ffc6b1bb328b8a137f3201d46c8b24f0154eb9e51191a1
io/grpc/grpc-netty-shaded/1.75.0/grpc-netty-shaded-1.75.0.jar 10573999 d33d47a9720a392512c4e4ceaa17a458a0e3ed6188d17e98d6c4faf0679374d7
io/grpc/grpc-protobuf-lite/1.75.0/grpc-protobuf-lite-1.75.0.jar 7815 60fafc627aa04bcab328dcc9206f0e7aa71d95f1b612774a18272dfe7dc24cf1
io/grpc/grpc-protobuf/1.75.0/grpc-protobuf-1.75.0.jar 5204 f52b53c349b0776815e437636dff3d3844e9b10cbb25be419a786bf3d6f20269
io/grpc/grpc-stub/1.75.0/grpc-stub-1.75.0.jar 61041 dc98fe18654206948666e6657e13fe301ad0754751f28c6c10961e1e6c457997
io/grpc/grpc-util/1.75.0/grpc-util-1.75.0.jar 98878 92b5a1195dad4cbd7c405b01cbd9fd2dbbd548d13d4cfabf9d2d6a37bad4cb81
io/micrometer/micrometer-core/1.7.12/micrometer-core-1.7.12.jar 638374 e7137f16fdbb183bf6608403f604036fa53971ca8635947745e8080039ab0533
io/micrometer/micrometer-registry-prometheus/1.7.12/micrometer-registry-prometheus-1.7.12.jar 37100 1fd64ca17b7ec6235dae4bb080283dcd7866e929189d82f5ba8a201e41ca9848
io/opentelemetry/opentelemetry-api/1.42.1/opentelemetry-api-1.42.1.jar 157347 6b0f9d067260ea3ed6c3960352b80800b993cb3962fa6fb1b6383cd04c3c0874
io/opentelemetry/opentelemetry-context/1.42.1/opentelemetry-context-1.42.1.jar 47253 fc8f47bc94bec89a3dbdbcf631470fb7fd7d3e628b10d43bc376f17ebde4b405
io/opentelemetry/opentelemetry-semconv/1.30.1-alpha/opentelemetry-semconv-1.30.1-alpha.jar 39675 aaa73f6c6a3a67cdc07870387383808826d8dae7a84e47cae182b7a88a08e513
io/perfmark/perfmark-api/0.27.0/perfmark-api-0.27.0.jar 6954 c7b478503ec524e55df19b424d46d27c8a68aeb801664fadd4f069b71f52d0f6
io/prometheus/simpleclient/0.16.0/simpleclient-0.16.0.jar 90482 22c374f237f7bc4fdb1f0ec2da379c0ba00e69ad2ffe8b6ade543d73062d377f
io/prometheus/simpleclient_common/0.10.0/simpleclient_common-0.10.0.jar 7740 8f91f079b6d2e45af3a6ff2ad5cb6c039dce602c51d0923790a32482691e50ff
io/prometheus/simpleclient_guava/0.16.0/simpleclient_guava-0.16.0.jar 5267 49959fe20423803b8958fe35ce6cdcc47e58e2251b191ad53eb7ef6fc46c4ae1
io/prometheus/simpleclient_tracer_common/0.16.0/simpleclient_tracer_common-0.16.0.jar 3405 e84a784ac8e24f182ee62da80b6b5c8140774b75bfa4bf9cc3d3b8390db625f6
io/prometheus/simpleclient_tracer_otel/0.16.0/simpleclient_tracer_otel-0.16.0.jar 4338 a2a84c59bef3796bb7f9c6f2ae8b7de8b905313ef28180ac3de7ff61dd68df3f
io/prometheus/simpleclient_tracer_otel_agent/0.16.0/simpleclient_tracer_otel_agent-0.16.0.jar 4611 7ad2bb40df74a772d9f5445a3d03579b49d6b37a47d5e90f6cf3f59ecf41ad06
io/vavr/vavr-match/0.10.2/vavr-match-0.10.2.jar 3039 5d7a9515b05e3291194e04e641acf74a9a544c1caa1e2c24f59a1424c6ec8288
io/vavr/vavr/0.10.2/vavr-0.10.2.jar 897876 1b2ae46cf352627e05b39ac1f1d3bda7b285a8f643cdc7472aea4aa279492e54
it/unimi/dsi/fastutil-core/8.5.14/fastutil-core-8.5.14.jar 6633624 8fb6fe5989a32a74df3158fd8d6b91a4dfc44348772a8654c47dcadd1090a4d8
jakarta/activation/jakarta.activation-api/2.1.3/jakarta.activation-api-2.1.3.jar 66514 01b176d718a169263e78290691fc479977186bcc6b333487325084d6586f4627
jakarta/xml/bind/jakarta.xml.bind-api/2.3.3/jakarta.xml.bind-api-2.3.3.jar 115638 c04539f472e9a6dd0c7685ea82d677282269ab8e7baca2e14500e381e0c6cec5
javax/activation/javax.activation-api/1.2.0/javax.activation-api-1.2.0.jar 56674 43fdef0b5b6ceb31b0424b208b930c74ab58fac2ceeb7b3f6fd3aeb8b5ca4393
javax/annotation/javax.annotation-api/1.3.2/javax.annotation-api-1.3.2.jar 26586 e04ba5195bcd555dc95650f7cc614d151e4bcd52d29a10b8aa2197f3ab89ab9b
javax/measure/unit-api/1.0/unit-api-1.0.jar 27785 35da65fdbd3f9c1fe79cfc8399db975fd97660d8a219febfda9fd1a5fc058f10
javax/xml/bind/jaxb-api/2.3.1/jaxb-api-2.3.1.jar 128076 88b955a0df57880a26a74708bc34f74dcaf8ebf4e78843a28b50eae945732b06
net/arnx/jsonic/1.2.11/jsonic-1.2.11.jar 161385 76a787944faab6c9bea64dc78400949027ed6fb686fe9b328d18f949852bc89f
net/java/dev/jna/jna-platform/5.12.1/jna-platform-5.12.1.jar 1356627 8ce969116cac95bd61b07a8d5e07174b352e63301473caac72c395e3c08488d2
net/java/dev/jna/jna/5.12.1/jna-5.12.1.jar 1866196 91a814ac4f40d60dee91d842e1a8ad874c62197984403d0e3c30d39e55cf53b3
net/loomchild/segment/2.0.3/segment-2.0.3.jar 80874 a134be9884ddfa18304c8e437e64aa598d83ccfa439310029e61ea3fdae8b2ce
org/apache/commons/commons-lang3/3.18.0/commons-lang3-3.18.0.jar 702952 4eeeae8d20c078abb64b015ec158add383ac581571cddc45c68f0c9ae0230720
org/apache/commons/commons-pool2/2.12.0/commons-pool2-2.12.0.jar 150048 6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b
org/apache/commons/commons-text/1.12.0/commons-text-1.12.0.jar 251227 de023257ff166044a56bd1aa9124e843cd05dac5806cc705a9311f3556d5a15f
org/apache/lucene/lucene-backward-codecs/5.5.5/lucene-backward-codecs-5.5.5.jar 430600 b62e089f505bc72dd8abb0ad55040604cdd92306e14871d7febcbf947dd9c6e5
org/apache/lucene/lucene-core/5.5.5/lucene-core-5.5.5.jar 2370237 8d27a8ab4ee8883282d7713f067e72d1cfde1e88d0f5701a119100ec9e86d7e1
org/carrot2/morfologik-fsa-builders/2.1.9/morfologik-fsa-builders-2.1.9.jar 30670 f418c519b49470c2ec7024086bf210ba370ff158732368005d3b8cef964d3fff
org/carrot2/morfologik-fsa/2.1.9/morfologik-fsa-2.1.9.jar 18720 1bfefce937df14cc94d32a98ce59c33f4d5b6c0eddbb436b6bfe27ff2120a23d
org/carrot2/morfologik-speller/2.1.9/morfologik-speller-2.1.9.jar 13413 8d2566a216f401380878f25196f84bd351b807b11f18bc71acd1417e04a1ec29
org/carrot2/morfologik-stemming/2.1.9/morfologik-stemming-2.1.9.jar 52175 6170895b2315b697f4da5630caf57c6c441f1cb419d89d1cb5326b0673293e8a
org/codehaus/mojo/animal-sniffer-annotations/1.24/animal-sniffer-annotations-1.24.jar 3112 c720e6e5bcbe6b2f48ded75a47bccdb763eede79d14330102e0d352e3d89ed92
org/eclipse/angus/angus-activation/2.0.2/angus-activation-2.0.2.jar 27050 6dd3bcffc22bce83b07376a0e2e094e4964a3195d4118fb43e380ef35436cc1e
org/glassfish/jaxb/jaxb-core/4.0.5/jaxb-core-4.0.5.jar 138682 ad3fd9bf00de3eda9859f70b6cfb011e2fe9904804e16a2665092888ece0fdca
org/glassfish/jaxb/jaxb-runtime/4.0.5/jaxb-runtime-4.0.5.jar 920213 485d8940e76373a7f300815ea5504bf5b726c234425ad30971019d133124cca4
org/glassfish/jaxb/txw2/4.0.5/txw2-4.0.5.jar 73266 917355bc451481f30d043b24d123110517966af34383901773882810dca480e5
org/hdrhistogram/HdrHistogram/2.1.12/HdrHistogram-2.1.12.jar 173763 9b47fbae444feaac4b7e04f0ea294569e4bc282bc69d8c2ce2ac3f23577281e2
org/json/json/20240303/json-20240303.jar 78332 3cf6cd6892e32e2b4c1c39e0f52f5248a2f5b37646fdfbb79a66b46b618414ed
org/jspecify/jspecify/1.0.0/jspecify-1.0.0.jar 3819 1fad6e6be7557781e4d33729d49ae1cdc8fdda6fe477bb0cc68ce351eafdfbab
org/languagetool/french-pos-dict/0.7/french-pos-dict-0.7.jar 1414238 d3a92261ef88802b648dd63387794947fe1e3cae984f1150f87b809ca8350ade
org/languagetool/language-de/6.8/language-de-6.8.jar 21053515 d4328a19cd5a1cc0edb35f71411c0976db95681a11e61daef9760ceddbfbba11
org/languagetool/language-es/6.8/language-es-6.8.jar 637409 cec59b7cc41e3de98fbe0e13ce432a245afb687660c7f2051e031328caa92ffb
org/languagetool/language-fr/6.8/language-fr-6.8.jar 1732846 b3cd16a015405f4138f93187dd1b773c014b02c761b68c6eb03a567e1d2d36ed
org/languagetool/language-it/6.8/language-it-6.8.jar 864239 99d29bc20627345f973856cea5660ebf52f1049438d1fc5c512dc68dc4b0c95a
org/languagetool/language-pt/6.8/language-pt-6.8.jar 2045849 f2d07bb211c975ba273750becd742f624d4463a8647110eff375de233d61d600
org/languagetool/languagetool-core/6.8/languagetool-core-6.8.jar 1941626 c441918b1cf2de5491756772cd4bce2a408c3b9eb08e4ab84d843b2cd50f1d2b
org/languagetool/portuguese-pos-dict/1.2.0/portuguese-pos-dict-1.2.0.jar 4351056 fe8da88bb31b6372855741fbd81ee1c7477b4f8a0624d3dafd20ee23e184650e
org/latencyutils/LatencyUtils/2.0.3/LatencyUtils-2.0.3.jar 29779 a32a9ffa06b2f4e01c5360f8f9df7bc5d9454a5d373cd8f361347fa5a57165ec
org/mozilla/rhino/1.7.15/rhino-1.7.15.jar 1407735 2427fdcbc149ca0a25ccfbb7c71b01f39ad42708773a47816cd2342861766b63
org/slf4j/slf4j-api/2.0.16/slf4j-api-2.0.16.jar 69435 a12578dde1ba00bd9b816d388a0b879928d00bab3c83c240f7013bf4196c579a
org/softcatala/spanish-pos-dict/2.5/spanish-pos-dict-2.5.jar 2914808 f5cf2f9939c0fd17dd0cad75a8fd05893c7a0c035bbf159b5dc8f81740271b9a
tech/units/indriya/1.3/indriya-1.3.jar 251659 7cbaa6f42e2c8412ef13cd0fb7f81936d64a1c3ea7c4f69cf75bb4e9410cb76b
tech/uom/lib/uom-lib-common/1.1/uom-lib-common-1.1.jar 15225 4add5fbcb7f548b79230ed7e01cb9fd4f9e2524bd1598dbcbfd8150563fe27f7
`;

const fileOf = (line: string): ModelFile => {
  const [path = '', bytes = '', value = ''] = line.split(' ');
  return { path, bytes: Number(bytes), digest: { algorithm: 'sha256', value } };
};

/** Rules and dictionaries that correct German, Spanish, French, Italian and Portuguese. */
export const LANGUAGETOOL: PublishedModel = {
  name: 'languagetool',
  use: 'correctors',
  repository: 'org.languagetool',
  revision: '6.8',
  files: [],
  pinned: JARS.trim().split('\n').map(fileOf),
  licence: 'LGPL-2.1-or-later; dictionaries GPL, LGPL, CC-BY-SA',
  languages: 'de, es, fr, it, pt; needs Java 17',
};
