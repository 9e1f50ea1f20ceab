import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'

const library = fileURLToPath(new URL('../..', import.meta.url))

const readme = readFileSync(join(library, 'README.md'), 'utf8')

/** Runs the first example of the README, and returns the query that it makes for PostgreSQL. */
function runFirstExample(): { readonly text: string; readonly values: unknown[] } {
  const [first, second] = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)
  const project = mkdtempSync(join(tmpdir(), 'authz-readme-'))
  try {
    mkdirSync(join(project, 'node_modules/@content-service'), { recursive: true })
    symlinkSync(library, join(project, 'node_modules/@content-service/authz'))
    const print = "console.log(JSON.stringify(toSql(readable, { dialect: 'postgresql' })))"
    writeFileSync(join(project, 'first.mts'), `${first}${second}${print}`)
    const options = { cwd: project, encoding: 'utf8' } as const
    const printed = execFileSync(
      process.execPath,
      ['--conditions=@content-service/source', 'first.mts'],
      options,
    )
    return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as never
  } finally {
    rmSync(project, { recursive: true })
  }
}

/** The rows of which the README shows the plan. PostgreSQL chooses the same plan for the short number. */
const ROWS = { short: 30_000, long: 300_000 }

it('the first example of the README has the text and the plan that the README shows, which reads both indexes', async () => {
  const { text, values } = runFirstExample()
  const rows = countRuns(ROWS)
  const db = new Client({ connectionString: inject('postgresUrl') })
  await db.connect()
  try {
    await db.query(`create temp table articles (id int primary key, "ownerId" int, status text);
      insert into articles select n, n % 5000, case when n % 1000 = 0 then 'PUBLISHED' else 'DRAFT' end
        from generate_series(1, ${rows}) n;
      create index on articles ("ownerId"); create index on articles (status); analyze articles`)
    const { rows: plan } = await db.query(`explain (costs off) select * from articles where ${text}`, values)
    const lines = plan.map((row) => row['QUERY PLAN'])
    expect(readme).toContain(`.text) // ${text}\n`)
    expect(readme).toContain(`\`\`\`text\n${lines.join('\n')}\n\`\`\``)
    expect(lines.join('\n')).toMatch(/Index Cond: .+ownerId[^]+Index Cond: .+status/)
    expect(lines.join('\n')).not.toContain('Seq Scan')
    const { rows: found } = await db.query(`select id from articles where ${text}`, values)
    expect(found).toHaveLength(rows / 5000 + rows / 1000)
  } finally {
    await db.end()
  }
})
