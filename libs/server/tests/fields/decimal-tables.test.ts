import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandHere } from '../support/processes/run-command.ts'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const declare = (precision: number, scale: number, most = '999') =>
  contentModel([
    ...builtInModel.types,
    record({
      name: 'Ware',
      plural: 'wares',
      about,
      allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
      fields: {
        title: field.line(80, { about }),
        price: field.decimal(precision, scale, { about, optional: true, most }),
      },
    }),
  ])
const model = declare(10, 2)

describe('C16.1 decimals in tables, files and events', { timeout: 60_000 }, () => {
  let service: ModelService
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decimals-'))
    service = await startModel('wares', model)
    const { status } = await service.send('POST', '/api/wares', { title: 'Wine', price: '12.25' })
    expect(status).toBe(201)
  })
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const propose = async (precision: number, scale: number, ...flags: readonly string[]) => {
    const command = ['types', 'migration', 'x', ...flags]
    const { output } = await runCommandHere(command, service.environment, {
      model: declare(precision, scale, precision - scale < 3 ? '9' : '999'),
    })
    const statements = [...output.matchAll(/^ {2}`([^`]*)`,$/gm)].map(([, statement = '']) => statement)
    return { output, statements }
  }
  const readType = async () =>
    (
      await service.query(
        `select format_type(atttypid, atttypmod) as type from pg_attribute
         where attrelid = 'wares'::regclass and attname = 'price'`,
      )
    )[0]?.['type']

  it('have a column with their digits, which types list and types check name', async () => {
    expect(await readType()).toBe('numeric(10,2)')
    const list = await runCommandHere(['types', 'list'], service.environment, { model })
    expect(list.output).toMatch(/price +decimal\(10,2\) +yes +to 999/)
    const check = await runCommandHere(['types', 'check'], service.environment, { model: declare(12, 2) })
    expect([check.code, check.output]).toEqual([
      1,
      expect.stringContaining(
        'wares.price: the type is numeric(10,2), and the declaration needs numeric(12,2)',
      ),
    ])
  })

  it('lose no digits without --accept-loss', async () => {
    for (const [precision, scale] of [
      [10, 1],
      [3, 2],
    ] as const) {
      const { statements } = await propose(precision, scale)
      expect(statements).toHaveLength(2)
      await expect(service.query(statements.join(';'))).rejects.toThrow(/--accept-loss|overflow/)
      expect([await readType(), await service.query('select price::text from wares')]).toEqual([
        'numeric(10,2)',
        [{ price: '12.25' }],
      ])
    }
    const wider = await propose(12, 4)
    expect(wider.output).not.toContain('accept-loss')
    const accepted = await propose(10, 1, '--accept-loss')
    expect(accepted.statements).toEqual([
      'alter table "wares" alter column "price" type numeric(10,1) using "price"::numeric(10,1)',
    ])
  })

  it('cannot have other digits in two versions beside each other', async () => {
    const before = join(folder, 'before.json')
    const { output } = await runCommandHere(['types', 'list', '--json'], service.environment, { model })
    await writeFile(before, output)
    const other = { model: declare(8, 2) }
    const compared = await runCommandHere(['types', 'check', '--against', before], service.environment, other)
    expect([compared.code, compared.output]).toEqual([
      1,
      expect.stringContaining('Ware.price was decimal(10,2) and is decimal(8,2)'),
    ])
  })

  it('leave in an export and come back by an import, which names wrong ones', async () => {
    const [file, wrong] = [join(folder, 'content.ndjson'), join(folder, 'wrong.ndjson')]
    expect((await runCommandHere(['export', file], service.environment, { model })).code).toBe(0)
    const lines = (await readFile(file, 'utf8')).split('\n')
    const line = lines.find((each) => each.includes('"type":"ware"')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ title: 'Wine', price: '12.25' })
    const given = [
      { type: 'ware', ref: 'a', title: 'Beer', price: '-0.5' },
      { type: 'ware', ref: 'b', title: 'Milk', price: 1.5 },
      { type: 'ware', ref: 'c', title: 'Rice', price: '1.505' },
      { type: 'ware', ref: 'd', title: 'Gold', price: '1000' },
    ]
    await writeFile(wrong, given.map((each) => JSON.stringify(each)).join('\n'))
    await runCommandHere(['import', wrong], service.environment, { model })
    expect(await service.query(`select title, price::text from wares order by title`)).toEqual([
      { title: 'Beer', price: '-0.50' },
      { title: 'Wine', price: '12.25' },
    ])
    const rejects = await readFile(`${wrong}.rejects.ndjson`, 'utf8')
    for (const reason of ['must be a string', '2 behind it', 'must not be more than 999'])
      expect(rejects).toContain(reason)
  })

  it('are texts with all digits in events', async () => {
    await service.send('POST', '/api/wares', { title: 'Salt', price: '0.3' })
    const events = await service.query(
      `select data from events where type = 'ware.created' order by id desc limit 1`,
    )
    expect(events[0]?.['data']).toMatchObject({ title: 'Salt', price: '0.30' })
  })
})
