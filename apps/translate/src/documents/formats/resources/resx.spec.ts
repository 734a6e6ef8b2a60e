import { describe, expect, it } from '@jest/globals';
import { inCapitals, unitsOf } from '../../../../test/documents/in-capitals.js';

const RESX = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="Title" xml:space="preserve">
    <value>The &quot;big&quot; house &amp; {0:N2}</value>
    <comment>Shown above</comment>
  </data>
  <data name="$this.Text" xml:space="preserve"><value>My form</value></data>
  <data name="$this.Size" type="System.Drawing.Size, System.Drawing"><value>Large, one</value></data>
  <data name="Icon" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AAEAAA</value></data>
  <data name="&gt;&gt;button.Name" xml:space="preserve"><value>button</value></data>
  <metadata name="tray"><value>Kept words</value></metadata>
</root>
`;

describe('.NET resources', () => {
  it('translate values that are texts, and nothing else', () => {
    expect(unitsOf('a.resx', RESX).map(({ text }) => text)).toHaveLength(2);
    expect(inCapitals('a.resw', RESX)).toBe(
      RESX.replace(
        'The &quot;big&quot; house &amp; {0:N2}',
        'THE &quot;BIG&quot; HOUSE &amp; {0:N2}',
      ).replace('My form', 'MY FORM'),
    );
  });

  it('are refused when they are other XML', () => {
    expect(() => unitsOf('a.resx', '<other/>')).toThrow('no resources of .NET');
  });
});
