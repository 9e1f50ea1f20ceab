import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, field, record, type RecordType } from '@content-service/domain'
import { computeRecords, openMigrated } from '@content-service/persistence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandHere } from '../support/processes/run-command.ts'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { ADMIN: 'all' } } as const
const fields = { title: field.line(80, { about }) } as const

const Board = record({
  name: 'Board',
  single: true,
  about,
  allowed,
  fields: { title: field.line(80, { about, initial: "Ada's" }) },
  computed: (on) => ({
    label: on({ kind: field.line(200), from: ['title'], stored: true }, ({ title }) => `${title} board`),
    at: on({ kind: field.time(), from: ['title'], stored: true }, () => new Date(0)),
    facts: on({ kind: field.json(), from: ['title'], stored: true }, ({ title }) => ({ title })),
  }),
})

type Label = (title: string) => string

const declare = (label: Label | null) =>
  contentModel([
    ...builtInModel.types,
    record({
      name: 'Offer',
      plural: 'offers',
      about,
      allowed,
      fields,
      ...(label !== null && {
        computed: (on) => ({
          label: on({ kind: field.line(90), from: ['title'], stored: true, index: true }, ({ title }) =>
            label(String(title)),
          ),
          size: on({ kind: field.integer(0, 99), from: ['title'] }, ({ title }) => String(title).length),
        }),
      }),
    }),
    ...(label === null ? [] : [Board]),
  ])
const [before, after] = [declare(null), declare((title) => `The ${title}`)]
const changed = declare((title) => `A ${title}`)
const broken = declare((title) => {
  if (title === 'T7') throw new TypeError('seven')
  return `The ${title}`
})
const COUNT = 1_200

describe('C16.2 stored computed values in tables and files', { timeout: 120_000 }, () => {
  let service: ModelService
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'computed-'))
    service = await startModel('offers', before)
    await service.query(`insert into offers (id, title, created_at, version)
      select gen_random_uuid(), 'T' || place, now(), 3 from generate_series(1, ${COUNT}) place`)
  })
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const run = (model: typeof after, ...words: readonly string[]) =>
    runCommandHere(['types', ...words], service.environment, { model })
  const propose = async () => {
    const { output } = await run(after, 'migration', 'x')
    // The statements of `up`, and then those of `indexes`, which run after them.
    return [/^ {2}`([^`]*)`,$/gm, /^ {4}`([^`]*)`,$/gm].flatMap((lines) =>
      [...output.matchAll(lines)].map(([, statement = '']) => statement),
    )
  }
  const count = async (where: string) =>
    Number((await service.query(`select count(*)::int as count from offers where ${where}`))[0]?.['count'])
  const typeOf = (model: typeof after): RecordType => model.typeNamed('Offer')

  it('begin with a column that allows null, and the proposal says what to run', async () => {
    const early = await run(after, 'compute', 'Offer')
    expect([early.code, early.errors]).toEqual([
      2,
      expect.stringContaining(
        'offers.label: the column is missing\nRun this migration first: npx content-service types migration',
      ),
    ])
    const statements = await propose()
    expect(statements[0]).toBe(
      'alter table "offers" add column "label" text -- computed: when the migration has run, run npx content-service types compute for the type',
    )
    expect(statements.join()).not.toContain('size')
    for (const statement of statements) await service.query(statement)
    expect(await service.query('select label, at, facts from board')).toEqual([
      { label: "Ada's board", at: new Date(0), facts: { title: "Ada's" } },
    ])
    const check = await run(after, 'check')
    expect([check.code, check.output]).toEqual([
      1,
      expect.stringContaining(
        `offers.label: ${COUNT} records have no computed value; run npx content-service types compute Offer`,
      ),
    ])
  })

  it('are filled in batches, and a run that ends early is continued', async () => {
    const database = await openMigrated(service.environment['DATABASE_URL'] ?? '', { model: after })
    try {
      for await (const batch of computeRecords(database.session(), typeOf(after))) {
        expect(batch).toEqual({ records: 500, changed: 500, failures: [] })
        break
      }
    } finally {
      await database.close()
    }
    expect(await count(`label = 'The ' || title`)).toBe(500)
    const { code, output } = await run(after, 'compute', 'Offer')
    expect([code, output]).toEqual([0, '1,200 records, 700 changed\n'])
    expect(await count(`label = 'The ' || title and version = 3 and updated_at is null`)).toBe(COUNT)
    expect(await service.query(`select id from events where resource = 'offers'`)).toEqual([])
    expect((await run(after, 'compute', 'Offer')).output).toBe('1,200 records, 0 changed\n')
  })

  it('are required by the next migration', async () => {
    const statements = await propose()
    expect(statements).toEqual([
      'alter table "offers" alter column "label" set not null -- computed: first stop the processes of the version before, and run npx content-service types compute for the type',
    ])
    for (const statement of statements) await service.query(statement)
    expect((await run(after, 'check')).code).toBe(0)
  })

  it('follow a change of the code, and stay where the code fails', async () => {
    expect((await run(changed, 'compute', 'Offer')).output).toContain('1,200 changed')
    const { code, output } = await run(broken, 'compute', 'Offer')
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The code of the computed field Offer.label has thrown an error on the record .*\.\n1,200 records, 1,199 changed, 1 failed; correct the code/,
      ),
    ])
    expect(await count(`label = 'A T7'`)).toBe(1)
    expect((await run(after, 'compute', 'Offer')).output).toContain('1 changed')
  })

  it.each([
    ['Ofer', 'did you mean Offer?'],
    ['Article', 'No type with a stored computed field has the name Article; use one of Offer'],
    ['__proto__', 'use one of Offer'],
  ])('refuse the type %s', async (name, message) => {
    const { code, errors } = await run(after, 'compute', name)
    expect([code, errors]).toEqual([2, expect.stringContaining(message)])
  })

  it('are described by types list, and compared with the version before', async () => {
    const { output } = await run(after, 'list')
    expect(output).toMatch(/label +line +no +at most 90 characters +index, computed from title, stored/)
    expect(output).toMatch(/size +integer +yes +0 to 99 +computed from title\n/)
    const file = join(folder, 'before.json')
    await writeFile(file, (await run(before, 'list', '--json')).output)
    const compared = await run(after, 'check', '--against', file)
    expect([compared.code, compared.output]).toEqual([
      1,
      expect.stringContaining('run npx content-service types compute Offer. Run it again when no process'),
    ])
    expect(compared.output).not.toContain('Offer.size')
  })

  it('are no members of files: an export can be imported again, and a line with such a member is refused', async () => {
    const file = join(folder, 'content.ndjson')
    const options = { model: after }
    expect((await runCommandHere(['export', file], service.environment, options)).code).toBe(0)
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('"offer"'))
    expect(lines).toHaveLength(COUNT)
    expect(lines.join()).not.toMatch(/label|size/)
    const [first = ''] = lines
    const line = JSON.parse(first)
    const more = join(folder, 'more.ndjson')
    await writeFile(
      more,
      [
        { ...line, ref: 'new', title: 'New' },
        { ...line, title: 'Changed' },
        { ...line, ref: 'wrong', label: 'X' },
        { ...line, ref: 'wrong', size: 5 },
      ]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    )
    const imported = await runCommandHere(['import', more], service.environment, options)
    expect(imported.output).toContain('1 new, 1 updated, 0 unchanged, 2 rejected')
    expect(await readFile(`${more}.rejects.ndjson`, 'utf8')).toContain('is not a field of this type')
    expect(
      await service.query(`select label from offers where title in ('New', 'Changed') order by 1`),
    ).toEqual([{ label: 'The Changed' }, { label: 'The New' }])
  })
})
