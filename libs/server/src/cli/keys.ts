import { and } from '@content-service/authz'
import { apiKeyId, NEWEST, OperatorError, timestamp, type Row } from '@content-service/domain'
import { Misused, say, withDatabase, type Command, type Opened } from './command.ts'

const FIELDS = ['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt']
const OWNER = { as: 'owner', relation: 'owner', select: { fields: ['username'] } }
const AT_ONCE = 500

const timeOr = (time: unknown, otherwise: string): string =>
  time instanceof Date ? timestamp(time) : otherwise

const line = (row: Row): string => {
  const { username } = row['owner'] as { readonly username: string }
  const scopes = (row['scopes'] as readonly string[]).join(' ')
  const used = `last used ${timeOr(row['lastUsedAt'], 'never')}`
  return `${row['id']}  ${username}  ${row['name']}  ${scopes}  until ${timeOr(row['expiresAt'], 'revoked')}, ${used}`
}

const list = async ({ stores }: Opened): Promise<void> => {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await stores.reader.find({
      from: 'apiKeys',
      where: and(),
      orderBy: NEWEST,
      window: { limit: AT_ONCE, offset },
      select: { fields: FIELDS, related: [OWNER] },
    })
    for (const row of rows) say(line(row))
    if (rows.length < AT_ONCE) return
  }
}

const revoke = async ({ stores }: Opened, text: string): Promise<void> => {
  const id = apiKeyId(text)
  const isRevoked = id !== null && (await stores.apiKeys.remove(id, () => undefined))
  if (!isRevoked)
    throw new OperatorError(
      `There is no API key with the id ${text}. To see the keys, run content-service keys list`,
    )
  say('The key is revoked. The service refuses it within five seconds.')
}

export const command: Command = {
  help: `Usage: content-service keys list
       content-service keys revoke ID

  list     lists all API keys with id, owner, name, scopes and the time of the last use, without the secret value
  revoke   ends an API key`,
  run: ([name, id, ...rest], composition) => {
    const isList = name === 'list' && id === undefined
    const isRevoke = name === 'revoke' && id !== undefined && rest.length === 0
    if (!isList && !isRevoke)
      throw new Misused(
        'Give an action: list or revoke ID. To see the details, run content-service keys --help',
      )
    return withDatabase('keys', composition, async (opened) => {
      await (id === undefined ? list(opened) : revoke(opened, id))
      return 0
    })
  },
}
