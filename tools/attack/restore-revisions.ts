import type { AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'

const MB = 1_000_000
const SIZE =
  'select coalesce(sum(octet_length(content)), 0)::float8 as bytes from revisions where article_id = $1'

const ask = async (
  { query, administrator }: AttackedService,
  document: string,
  variables: object = {},
): Promise<{ readonly status: number; readonly body: string }> => {
  const response = await query(administrator, document, variables)
  return { status: response.status, body: await response.text() }
}

const readText = (body: string, name: string): string =>
  new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1] ?? ''

/** An article with a long earlier version and a long present one. */
const createHistory = async (service: AttackedService, length: number) => {
  const input = {
    authorId: String(service.administrator.id),
    title: 'Long',
    content: 'ab '.repeat(length / 3),
  }
  const created = await ask(
    service,
    'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
    { input },
  )
  const id = readText(created.body, 'id')
  const update = 'mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { id } }'
  await ask(service, update, { input: { id, content: 'cd '.repeat(length / 3) } })
  return id
}

const findOldest = async ({ database }: AttackedService, id: string): Promise<string> =>
  (
    await database.query<{ id: string }>(
      'select id from revisions where article_id = $1 order by created_at desc limit 1',
      [id],
    )
  ).rows[0]?.id ?? ''

export const restoreRevisions = defineAttack({
  about: 'An author restores long revisions with short requests, until the disk is full.',
  options: {
    requests: { about: 'requests', default: 1_200 },
    length: { about: 'characters of each version', default: 500_000 },
  },
  run: async (service, { requests, length }) => {
    const id = await createHistory(service, length)
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < requests; sent += 1) {
      const revision = await findOldest(service, id)
      const { status } = await ask(service, `mutation { restoreRevision(id: "${revision}") { id } }`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) break
    }
    process.stdout.write(`by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
    const { rows } = await service.database.query<{ bytes: number }>(SIZE, [id])
    return [
      { name: 'texts that the article keeps', value: (rows[0]?.bytes ?? 0) / MB, unit: 'MB', limit: 64 },
      { name: 'restored within a minute', value: statuses.get(200) ?? 0, unit: 'revisions', limit: 300 },
    ]
  },
})
