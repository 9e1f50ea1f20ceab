import { useState } from 'react'
import { Button } from 'react-aria-components'
import { rest, take } from '../api/client.ts'
import { ChoiceInput, TextInput, type Choice } from '../forms/inputs.tsx'
import { PermissionsInput } from '../forms/permissions-input.tsx'
import { Secret } from '../forms/secret.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages, writeNumber } from '../language/language.ts'
import { useScopes } from '../session/use-own-session.ts'

const MS_OF_DAY = 24 * 60 * 60 * 1_000
const DAYS = ['30', '90', '365'] as const

const EXPIRIES: readonly Choice[] = [
  ...DAYS.map((days) => ({ value: days, label: messages.days(writeNumber(Number(days))) })),
  { value: '', label: messages.never },
]

interface KeyValues {
  readonly name: string
  /** A number of days, or an empty text for no end. */
  readonly expiresAt: string
  readonly scopes: readonly string[]
}

const computeExpiry = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * MS_OF_DAY).toISOString()

const createKey = async ({ name, expiresAt, scopes }: KeyValues): Promise<string> => {
  const body = { name, scopes: [...scopes], expiresAt: computeExpiry(expiresAt) }
  return (await take(rest.post('/api/api-keys', { body }))).key
}

const Created = ({ secret, close }: { readonly secret: string; readonly close: () => void }) => (
  <>
    <p className="notice" role="status">
      {messages.keyOnce}
    </p>
    <Secret label={messages.apiKey} text={secret} />
    <div className="buttons">
      <Button autoFocus onPress={close}>
        {messages.close}
      </Button>
    </div>
  </>
)

interface NewApiKeyProps {
  readonly close: () => void
  readonly onCreated: () => void
}

/** Creates a key with some of the permissions of this session, and shows it once. */
export const NewApiKey = ({ close, onCreated }: NewApiKeyProps) => {
  const scopes = useScopes()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initial: { name: '', expiresAt: '90', scopes: [] } as KeyValues,
    send: createKey,
    onSent: (key: string) => {
      setSecret(key)
      onCreated()
    },
  })
  if (secret !== null) return <Created secret={secret} close={close} />
  return (
    <SmallForm form={form} label={messages.createKey} onBack={close}>
      <TextInput label={messages.keyName} {...form.bind('name')} isRequired autoFocus />
      <ChoiceInput label={messages.expiry} {...form.bind('expiresAt')} choices={EXPIRIES} />
      <PermissionsInput label={messages.scopes} permissions={scopes} {...form.bind('scopes')} />
    </SmallForm>
  )
}
