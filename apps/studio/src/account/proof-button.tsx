import { DialogButton } from '../forms/dialog-button.tsx'
import { TextInput } from '../forms/inputs.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'

interface Proof {
  readonly password: string
  readonly code: string
}

interface ProofProps<Result> {
  readonly label: string
  readonly help?: string
  readonly send: (proof: Proof) => Promise<Result>
  readonly onSent: (result: Result) => void
  readonly isDanger?: boolean
}

const ProofForm = <Result,>(props: ProofProps<Result> & { readonly close: () => void }) => {
  const { label, help, send, onSent, isDanger = false, close } = props
  const form = useForm({
    initial: { password: '', code: '' },
    send,
    onSent: (result: Result) => {
      close()
      onSent(result)
    },
  })
  return (
    <SmallForm form={form} label={label} onBack={close} isDanger={isDanger}>
      {help && <p className="field">{help}</p>}
      <TextInput
        label={messages.currentPassword}
        {...form.bind('password')}
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      <TextInput
        label={messages.code}
        help={messages.codeOrRecovery}
        {...form.bind('code')}
        autoComplete="one-time-code"
        isRequired
      />
    </SmallForm>
  )
}

/** A button that asks for the password and a code before it acts. */
export const ProofButton = <Result,>(props: ProofProps<Result>) => (
  <DialogButton label={props.label} className={props.isDanger ? 'danger' : ''}>
    {(close) => <ProofForm {...props} close={close} />}
  </DialogButton>
)
