import { or, where } from '@content-service/authz'
import type { ArticleRow } from '@content-service/domain/internal/articles'
import type { Query } from '@content-service/domain/internal/reading'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { findPrepared } from '../session/database-parts.ts'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'
import { estimateStatementBytes, NamedStatements } from './named-statements.ts'
import { nameStatement } from '../statements/prepared-statement.ts'

const article = where<ArticleRow>()
const PUBLISHED_OR_OWN = or(article.status.eq('PUBLISHED'), article.ownerId.eq({ subject: 'caller' }))

describe('C15.4 the named statements of a connection', () => {
  const TEXT = 'select 1'
  const ROOM_FOR_TWO = 2 * estimateStatementBytes(TEXT)
  const use = (statements: NamedStatements, name: string, closed: string[] = []): string[] => {
    const taken = statements.take(name, TEXT, (each) => closed.push(each))
    if (taken) taken.running -= 1
    return closed
  }

  it('leave when others need the memory, the least recently used first', () => {
    const statements = new NamedStatements(ROOM_FOR_TWO, 0)
    expect(['a', 'b', 'a', 'c', 'b'].map((name) => use(statements, name))).toEqual([[], [], [], ['b'], ['a']])
  })

  it('stay while one of the last reads has used them, if more come in turn than there is room for', () => {
    const statements = new NamedStatements(ROOM_FOR_TWO, 6)
    const turns = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']
    expect(turns.flatMap((name) => use(statements, name))).toEqual([])
    expect(statements.take('c', TEXT, () => undefined)).toBeNull()
    // Others come in their place when nobody uses them any more.
    expect(['d', 'e', 'd', 'e', 'd', 'e'].flatMap((name) => use(statements, name))).toEqual(['a', 'b'])
  })

  it('stay while a read waits for its result', () => {
    const statements = new NamedStatements(ROOM_FOR_TWO, 0)
    statements.take('a', TEXT, () => undefined)
    use(statements, 'b')
    expect(use(statements, 'c')).toEqual(['b'])
    statements.take('c', TEXT, () => undefined)
    expect(statements.take('d', TEXT, () => undefined)).toBeNull()
  })

  it('are not longer than 32 KiB', () => {
    const statements = new NamedStatements()
    expect(statements.take('short', ' '.repeat(32_768), () => undefined)).not.toBeNull()
    expect(statements.take('long', ' '.repeat(32_769), () => undefined)).toBeNull()
    expect(statements.take('umlauts', 'ä'.repeat(16_385), () => undefined)).toBeNull()
  })
})

describe('C15.4 named statements in PostgreSQL', () => {
  let test: TestDatabase | undefined
  afterEach(() => test?.close())

  const open = async (statementCacheBytes?: number) => {
    test = await openPostgres({ statementCacheBytes })
    const em = test.database.session()
    return (text: string) => findPrepared(em, nameStatement(text), [])
  }

  it('are no more than the connection has room for, whatever the number of different reads', async () => {
    const find = await open(10 * estimateStatementBytes('select 100'))
    for (let number = 100; number < 200; number += 1)
      expect(await find(`select ${number}`)).toEqual([[number]])
    // Reads at the same time take several connections, and each has its own statements.
    const readers = [1, 2, 3, 4, 5, 6]
    const counted = await Promise.all(
      readers.map((reader) => find(`select count(*)::int, ${reader} from pg_prepared_statements`)),
    )
    const most = Math.max(...counted.map((rows) => Number(rows[0]?.[0])))
    expect(most).toBeLessThanOrEqual(10)
    expect(most).toBeGreaterThan(5)
  })

  it('run again after they left, also many at a time', async () => {
    const find = await open(5 * estimateStatementBytes('select 1'))
    const numbers = Array.from({ length: 200 }, (_, place) => place % 9)
    const rows = await Promise.all(numbers.map((number) => find(`select ${number}`)))
    expect(rows).toEqual(numbers.map((number) => [[number]]))
    expect(await find('select 3')).toEqual([[3]])
  })

  it('leave after a statement that failed, too', async () => {
    const find = await open(3 * estimateStatementBytes('select 1'))
    for (let round = 0; round < 3; round += 1) {
      await expect(find('select 1 / 0')).rejects.toThrow('division by zero')
      await expect(find('select wrong')).rejects.toThrow('wrong')
      for (let number = 0; number < 5; number += 1) expect(await find(`select ${number}`)).toEqual([[number]])
    }
  })

  /** What a document of GraphQL becomes that asks an article for its comments again and again. */
  const askForComments = (lists: number): Query => ({
    from: 'articles',
    where: PUBLISHED_OR_OWN,
    orderBy: [{ by: 'createdAt', direction: 'DESC' }],
    window: { limit: 20, offset: 0 },
    select: {
      fields: ['id', 'title'],
      related: Array.from({ length: lists }, (_, place) => ({
        as: `list${place}`,
        relation: 'comments',
        window: { limit: place + 1, offset: 0 },
        select: {
          fields: ['id', 'content', 'createdAt'],
          related: [
            { as: 'author', relation: 'author', select: { fields: ['id', 'username', 'name', 'role'] } },
            {
              as: 'article',
              relation: 'article',
              where: PUBLISHED_OR_OWN,
              select: {
                fields: ['id', 'title', 'excerpt', 'status'],
                related: [{ as: 'owner', relation: 'owner', select: { fields: ['id', 'username'] } }],
              },
            },
          ],
        },
      })),
    },
  })

  it.each([0, 1, 5, 10])('need less memory than estimated, with %d lists of comments', async (lists) => {
    const find = await open()
    const { reader } = createStores((test as TestDatabase).database.session(), TEST_AUDIT_CONTEXT)
    const prepared = reader.prepare(askForComments(lists))
    for (let run = 0; run < 7; run += 1) await prepared.find(reader, { caller: 7 })
    const [[bytes, estimate] = []] = await find(`
      select (select sum(total_bytes)::float8 from pg_backend_memory_contexts where name like 'CachedPlan%'),
        (select sum(16384 + 144 * octet_length(statement))::float8 from pg_prepared_statements)`)
    expect(bytes).toBeLessThan(estimate as number)
    expect(bytes).toBeGreaterThan((estimate as number) / 4)
  })
})
