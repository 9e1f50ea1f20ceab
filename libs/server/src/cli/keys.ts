import { and } from '@content-service/authz'
import { type User } from '@content-service/domain'
import { OperatorError, parseApiKeyId, timestamp } from '@content-service/domain/internal/rules'
import type { ApiKey } from '@content-service/domain/internal/api-keys'
import { createCommand } from './actions.ts'
import { readRows, type OpenCommand } from './command.ts'
import { say } from './misused.ts'

const OWNER = { as: 'owner', relation: 'owner', select: { fields: ['username'] } }
const FIELDS = ['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt'] as const
interface ListedKey extends Pick<ApiKey, (typeof FIELDS)[number]> {
  readonly owner: Pick<User, 'username'>
}

const timeOr = (time: Date | null, otherwise: string): string => (time ? timestamp(time) : otherwise)

const describeKey = ({ id, name, scopes, expiresAt, lastUsedAt, owner }: ListedKey): string => {
  const used = `last used ${timeOr(lastUsedAt, 'never')}`
  return `${id}  ${owner.username}  ${name}  ${scopes.join(' ')}  until ${timeOr(expiresAt, 'revoked')}, ${used}`
}

const list = async (opened: OpenCommand): Promise<void> => {
  const query = { from: 'apiKeys', where: and(), select: { fields: FIELDS, related: [OWNER] } }
  for await (const key of readRows<ListedKey>(opened, query)) say(describeKey(key))
}

const revoke = async ({ stores }: OpenCommand, text = ''): Promise<void> => {
  const id = parseApiKeyId(text)
  const isRevoked = id !== null && (await stores.apiKeys.remove(id, () => undefined))
  if (!isRevoked)
    throw new OperatorError(
      `There is no API key with the id ${text}. To see the keys, run npx content-service keys list`,
    )
  say('The key is revoked. The service refuses it within five seconds.')
}

export const command = createCommand({
  name: 'keys',
  actions: {
    list: {
      help: 'lists all API keys with id, owner, name, scopes and the time of the last use, without the secret value',
      run: ({ open }) => open(list),
    },
    revoke: {
      usage: 'ID',
      help: 'ends an API key',
      run: ({ open, words: [id] }) => open((opened) => revoke(opened, id)),
    },
  },
})
