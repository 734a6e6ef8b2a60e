import { variadic, type FunctionMap } from '../exec/function.js';

/** The functions that devopsext/tools (render/template.go) gives to templates beside Go's and Sprig's. */
const UPSTREAM = `parserLine logError logWarn logDebug logInfo regexReplaceAll regexMatch
  regexFindSubmatch regexMatchFindKeys regexMatchFindKey regexMatchObjectByField findKeys findKey
  findObject findObjects findObjectByField countOccurrences sortOccurrences replaceAll toLower toTitle
  toUpper toJSON toJson fromJson tryFromJson toYaml toYml fromYaml fromYml split join isEmpty
  isNotEmpty env getEnv getVar timeFormat timeNano jsonEscape toString escapeString unescapeString
  jsonata gjson ifDef ifElse ifIP ifIPAndPort error ifError content urlWait gitlabPipelineVars
  tagExists tagValue dateParse durationBetween duration durationString nowFmt sleep uuid stringList
  strings appendString intList floatList catchpointInstantTest httpGetHeader httpGet httpGetExt
  httpGetSilent httpPost httpPostExt tryHttpPost httpPut httpPatch httpForm readFile jiraSearchAssets
  jiraCreateIssue jiraSearchIssue jiraCreateAsset jiraMoveIssue jiraAddComment jiraUpdateIssue
  jiraIssueTransition jiraGetIssueTransition jiraUpdateAsset jiraGetUserByEmail grafanaGetAlerts
  grafanaCreateDashboard grafanaCopyDashboard pagerDutyCreateIncident pagerDutySendNoteToIncident
  templateRender templateRenderFile googleCalendarGetEvents googleCalendarInsertEvent
  googleCalendarDeleteEvents googleMeetCreateSpace googleDocsCopyDocument sshRun listFilesWithModTime
  vmReset vmStart vmStop vmStatus vmReboot vmShutdown awsS3ListObjects awsS3GetObject awsS3PutObject
  ldapGetGroupMember prometheusGet k8sResourceDescribe k8sResourceDelete k8sResourceScale
  k8sResourceRestart dirCreate dirRemove fileCreate exec`;

/** Of Sprig, what makes keys and certificates, or asks the machine. */
const SPRIG = `genPrivateKey derivePassword buildCustomCert genCA genCAWithKey genSelfSignedCert
  genSelfSignedCertWithKey genSignedCert genSignedCertWithKey encryptAES decryptAES randBytes bcrypt
  htpasswd getHostByName expandenv`;

/**
 * Functions that the upstream relay has and that are not offered: known by name, as Go resolves names when it parses, and a
 * failure for whoever calls one. A template whose branches with them never run works.
 *
 * @param offered those that there are
 */
export function leftOutFunctions(offered: FunctionMap): FunctionMap {
  const names = `${UPSTREAM} ${SPRIG}`.split(/\s+/).filter((name) => !Object.hasOwn(offered, name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      variadic([], 'value', () => {
        throw new Error('the upstream tool has this function, the relay does not');
      }),
    ]),
  );
}
