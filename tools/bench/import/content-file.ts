import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FIRST_USER_ID, makeArticle, makeComment, makeUser, type DataSize } from '../api/data/records.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache/bench')

/** The number of lines of the file. */
export const countLines = ({ users, articles, comments }: DataSize): number => users + articles + comments

const nameUser = (id: number): string => `user${id - FIRST_USER_ID}`

/** The generator names records by ids, and a file names them by a `ref`, as another system would. */
const writeUser = (seed: number, place: number) => {
  const { username, name, email, age, role, bio, created_at } = makeUser(seed, place)
  return { type: 'user', username, name, email, age, role, profile: { bio }, createdAt: created_at }
}

const writeArticle = (seed: number, size: DataSize, place: number) => {
  const { id, title, content, status, tags, owner_id, created_at, published_at } = makeArticle(
    seed,
    size,
    place,
  )
  const [owner, dates] = [nameUser(owner_id), { createdAt: created_at, publishedAt: published_at }]
  return { type: 'article', ref: `article/${id}`, title, content, status, tags, owner, ...dates }
}

const writeComment = (seed: number, size: DataSize, place: number) => {
  const { id, article_id, author_id, content, created_at } = makeComment(seed, size, place)
  const [article, author] = [`article/${article_id}`, nameUser(author_id)]
  return { type: 'comment', ref: `comment/${id}`, article, author, content, createdAt: created_at }
}

/** The lines of an import: users, articles and comments. */
export function* makeLines(seed: number, size: DataSize): Generator<object> {
  for (let place = 0; place < size.users; place += 1) yield writeUser(seed, place)
  for (let place = 0; place < size.articles; place += 1) yield writeArticle(seed, size, place)
  for (let place = 0; place < size.comments; place += 1) yield writeComment(seed, size, place)
}

function* writeLines(seed: number, size: DataSize): Generator<string> {
  for (const line of makeLines(seed, size)) yield `${JSON.stringify(line)}\n`
}

/** The generator decides the content, too. */
const hashSources = (): string => {
  const hash = createHash('sha256')
  const files = globSync(['tools/bench/api/data/*.ts', 'tools/bench/import/content-file.ts'], { cwd: ROOT })
  for (const file of files.toSorted()) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Writes the file, or finds the file of an earlier run. */
export const prepareFile = async (seed: number, size: DataSize): Promise<string> => {
  const file = join(CACHE, `import-seed${seed}-${size.articles}-${hashSources()}.ndjson`)
  if (existsSync(file)) return file
  console.error(`Writing ${countLines(size)} lines to ${file}`)
  mkdirSync(CACHE, { recursive: true })
  const partial = `${file}.partial`
  await pipeline(Readable.from(writeLines(seed, size)), createWriteStream(partial))
  renameSync(partial, file)
  return file
}
