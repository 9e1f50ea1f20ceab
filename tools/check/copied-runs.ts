import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GAP, type Token, readTokens } from './source-tokens.ts'

const HELP = `Usage: npm run tool copied-runs -- FOLDER

Compares the TypeScript of this repository with that of FOLDER, a copy of another project, and lists each run
of more than 25 equal tokens with both places. Names and literals count as they are. Comments, imports and
exports of other modules are left out.

Exit codes: 0 there is no run, 1 there are runs, 2 the command could not run.`

/** A longer run is listed. */
const LONGEST = 25

export interface Source {
  readonly path: string
  readonly tokens: readonly Token[]
}

/** A run of equal tokens in two sources. */
export interface Run {
  readonly ours: string
  readonly theirs: string
  readonly length: number
  readonly text: string
}

interface Place {
  readonly source: Source
  readonly start: number
}

const SIZE = LONGEST + 1

/** The tokens as one text. Undefined at the end of a source and across a gap. */
function writeKey(tokens: readonly Token[], start: number): string | undefined {
  const part = tokens.slice(start, start + SIZE)
  return part.length < SIZE || part.some(({ text }) => text === GAP)
    ? undefined
    : part.map(({ text }) => text).join('\0')
}

function indexSources(sources: readonly Source[]): ReadonlyMap<string, Place> {
  const index = new Map<string, Place>()
  for (const source of sources)
    source.tokens.forEach((_, start) => {
      const key = writeKey(source.tokens, start)
      if (key !== undefined && !index.has(key)) index.set(key, { source, start })
    })
  return index
}

function measureRun(ours: readonly Token[], start: number, { source, start: other }: Place): number {
  let length = SIZE
  const textAt = (tokens: readonly Token[], at: number) => tokens[at + length]?.text || undefined
  while (textAt(ours, start) !== undefined && textAt(ours, start) === textAt(source.tokens, other))
    length += 1
  return length
}

/** The runs of more than 25 equal tokens. */
export function findRuns(ours: readonly Source[], theirs: readonly Source[]): readonly Run[] {
  const index = indexSources(theirs)
  const known = new Set(theirs.flatMap(({ tokens }) => tokens.map(({ text }) => text)))
  return ours.flatMap((source) => findInSource(source, index, known))
}

function findInSource(
  source: Source,
  index: ReadonlyMap<string, Place>,
  known: ReadonlySet<string>,
): readonly Run[] {
  const { path, tokens } = source
  const runs: Run[] = []
  let last = -1
  for (let start = 0; start + SIZE <= tokens.length; start += 1) {
    // Most sources have a token in each part that the other project does not have.
    for (let at = Math.max(last + 1, start); at < start + SIZE; at += 1)
      if (!known.has(tokens[at]?.text ?? '')) last = at
    if (last >= start) {
      start = last
      continue
    }
    const place = index.get(writeKey(tokens, start) ?? '')
    if (!place) continue
    const length = measureRun(tokens, start, place)
    const run = tokens.slice(start, start + length)
    runs.push({
      ours: `${path}:${tokens[start]?.line}`,
      theirs: `${place.source.path}:${place.source.tokens[place.start]?.line}`,
      length,
      text: run.map(({ text }) => text).join(' '),
    })
    start += length - 1
  }
  return runs
}

const readSources = (folder: string, paths: readonly string[]): readonly Source[] =>
  paths.map((path) => ({ path, tokens: readTokens(path, readFileSync(join(folder, path), 'utf8')) }))

function run(folder: string | undefined): number {
  if (folder === undefined || folder.startsWith('-')) {
    console.log(HELP)
    return folder === undefined ? 2 : 0
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    console.error(`${folder} is no folder`)
    return 2
  }
  const root = resolve(import.meta.dirname, '../..')
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  const ours = readSources(root, listed.split('\n').filter(Boolean))
  const paths = globSync('**/*.{ts,tsx,mts}', { cwd: folder, exclude: ['**/node_modules/**'] })
  const theirs = readSources(folder, paths)
  const runs = findRuns(ours, theirs)
  for (const { ours: own, theirs: other, length, text } of runs)
    console.log(`${own} has ${length} tokens of ${other}: ${text.slice(0, 300)}`)
  console.log(`${ours.length} files here, ${theirs.length} files there: ${runs.length} runs`)
  return runs.length > 0 || theirs.length === 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = run(process.argv[2])
