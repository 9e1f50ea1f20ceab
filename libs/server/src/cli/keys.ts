import { and } from '@content-service/authz'
import { parseApiKeyId, OperatorError, timestamp, type Row } from '@content-service/domain'
import { createCommand } from './actions.ts'
import { readRows, say, type Opened } from './command.ts'

const OWNER = { as: 'owner', relation: 'owner', select: { fields: ['username'] } }
const SELECT = { fields: ['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt'], related: [OWNER] }

const timeOr = (time: unknown, otherwise: string): string =>
  time instanceof Date ? timestamp(time) : otherwise

const describeKey = (row: Row): string => {
  const { username } = row['owner'] as { readonly username: string }
  const scopes = (row['scopes'] as readonly string[]).join(' ')
  const used = `last used ${timeOr(row['lastUsedAt'], 'never')}`
  return `${row['id']}  ${username}  ${row['name']}  ${scopes}  until ${timeOr(row['expiresAt'], 'revoked')}, ${used}`
}

const list = async (opened: Opened): Promise<void> => {
  const query = { from: 'apiKeys', where: and(), select: SELECT } as const
  for await (const row of readRows(opened, query)) say(describeKey(row))
}

const revoke = async ({ stores }: Opened, text = ''): Promise<void> => {
  const id = parseApiKeyId(text)
  const isRevoked = id !== null && (await stores.apiKeys.remove(id, () => undefined))
  if (!isRevoked)
    throw new OperatorError(
      `There is no API key with the id ${text}. To see the keys, run content-service keys list`,
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
