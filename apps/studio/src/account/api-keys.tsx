import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { ApiKey } from '../api/people-paths.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import { messages, writeTime } from '../language/language.ts'
import { ConfirmButton } from '../forms/confirm.tsx'
import { ErrorNotice } from '../shell/notice.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { Section } from './section.tsx'

const MOST_KEYS = 100

const readKeys = () => take(rest.get('/api/api-keys', { query: { limit: MOST_KEYS } }))
const revokeKey = ({ id }: ApiKey) => take(rest.delete('/api/api-keys/{id}', { params: { id } }))

const writeExpiry = (expiresAt: string | null): string => {
  if (expiresAt === null) return messages.never
  const write = new Date(expiresAt) < new Date() ? messages.expired : messages.expires
  return write(writeTime(expiresAt))
}

const describeKey = ({ expiresAt, lastUsedAt }: ApiKey): string =>
  `${writeExpiry(expiresAt)}, ${lastUsedAt === null ? messages.neverUsed : messages.lastUsed(writeTime(lastUsedAt))}`

const KeyEntry = ({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) => (
  <li>
    <div>
      <strong>{apiKey.name}</strong>
      <span className="help">{describeKey(apiKey)}</span>
      <span className="help">{apiKey.scopes.join(', ')}</span>
    </div>
    <ConfirmButton
      label={messages.revoke}
      question={messages.revokeQuestion(apiKey.name)}
      onConfirm={onRevoke}
    />
  </li>
)

/** The keys of one's own programs. */
export const ApiKeys = () => {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['api keys'] })
  const { data, error } = useQuery({ queryKey: ['api keys'], queryFn: readKeys })
  const revoking = useMutation({ mutationFn: revokeKey, onSettled: renew })
  const failed = error ?? revoking.error
  return (
    <Section title={messages.apiKeys} help={messages.apiKeysHelp}>
      {failed && <ErrorNotice error={failed} />}
      <ul className="entries">
        {data?.map((apiKey) => (
          <KeyEntry key={apiKey.id} apiKey={apiKey} onRevoke={() => revoking.mutate(apiKey)} />
        ))}
      </ul>
      {data?.length === 0 && <p className="help">{messages.noApiKeys}</p>}
      <div className="send">
        <DialogButton label={messages.newApiKey}>
          {(close) => <NewApiKey close={close} onCreated={() => void renew()} />}
        </DialogButton>
      </div>
    </Section>
  )
}
