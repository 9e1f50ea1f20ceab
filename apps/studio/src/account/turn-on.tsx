import { useState } from 'react'
import { rest, take } from '../api/client.ts'
import { TextInput } from '../forms/inputs.tsx'
import { Secret } from '../forms/secret.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'

interface NewFactor {
  readonly secret: string
  readonly uri: string
}

const createSecret = (body: { readonly password: string }): Promise<NewFactor> =>
  take(rest.post('/api/me/second-factor', { body }))

const confirmCode = async (body: { readonly code: string }): Promise<readonly string[]> =>
  (await take(rest.post('/api/me/second-factor/confirmation', { body }))).recoveryCodes

const AskPassword = ({ onDone }: { readonly onDone: (created: NewFactor) => void }) => {
  const form = useForm({ initial: { password: '' }, send: createSecret, onSent: onDone })
  return (
    <SmallForm form={form} label={messages.turnOn}>
      <p>
        {messages.factorOff} {messages.turnOnHelp}
      </p>
      <TextInput
        label={messages.currentPassword}
        {...form.bind('password')}
        type="password"
        autoComplete="current-password"
        isRequired
      />
    </SmallForm>
  )
}

interface AskCodeProps {
  readonly created: NewFactor
  readonly onDone: (codes: readonly string[]) => void
}

const AskCode = ({ created, onDone }: AskCodeProps) => {
  const form = useForm({ initial: { code: '' }, send: confirmCode, onSent: onDone })
  return (
    <SmallForm form={form} label={messages.confirm}>
      <p>{messages.factorSecretHelp}</p>
      <Secret label={messages.factorSecret} text={created.secret} />
      <p className="field">
        <a href={created.uri}>{messages.openApp}</a>
      </p>
      <TextInput
        label={messages.code}
        {...form.bind('code')}
        autoComplete="one-time-code"
        isRequired
        autoFocus
      />
    </SmallForm>
  )
}

/** Turns on the second factor: the app gets a secret, and a code proves that it has it. */
export const TurnOn = ({ onDone }: Pick<AskCodeProps, 'onDone'>) => {
  const [created, setCreated] = useState<NewFactor | null>(null)
  return created === null ? (
    <AskPassword onDone={setCreated} />
  ) : (
    <AskCode created={created} onDone={onDone} />
  )
}
