import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import { signText, type Connection } from '../wallet/provider.js';

export interface SignatureStepProps {
  readonly connection: Connection;
  /** The text, word for word. */
  readonly message: string;
  readonly onSigned: (signature: string) => void;
}

/** Shows the text that is signed, as it is, and has the wallet sign it. */
export function SignatureStep({ connection, message, onSigned }: SignatureStepProps) {
  const text = useText();
  const action = useAction(async () => onSigned(await signText(connection, message)));
  return (
    <>
      <p>{text('signature.about', { wallet: connection.wallet.name })}</p>
      <pre className="ipt-message" tabIndex={0} aria-label={text('signature.message')}>
        {message}
      </pre>
      <ActionButton action={action}>{text('signature.sign')}</ActionButton>
    </>
  );
}
