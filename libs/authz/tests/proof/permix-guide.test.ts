import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const library = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(library, 'docs/from-permix.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

/** Asks both libraries for each user, action and row. */
const compare = `
const differing = []
for (const user of [author, { id: 8, roles: ['AUTHOR'] }, { id: 7, roles: [] }])
  for (const row of [true, false].flatMap((isPublished) => [7, 8].map((authorId) => ({ authorId, isPublished }))))
    for (const action of ['read', 'update'] as const) {
      const before = rulesFor(user).check(\`post.\${action}\`, row)
      if (before !== policy.can(user, \`post:\${action}\`, row)) differing.push([user, action, row])
    }
console.log('differing:', differing.length)
`

it('the rules of permix in the guide decide as the policy beside them', async () => {
  const project = mkdtempSync(join(tmpdir(), 'authz-permix-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  mkdirSync(join(project, 'node_modules/@content-service'), { recursive: true })
  symlinkSync(library, join(project, 'node_modules/@content-service/authz'))
  symlinkSync(join(library, 'node_modules/permix'), join(project, 'node_modules/permix'))
  const [rules = ''] = blocks('typescript')
  const [policy = ''] = blocks('ts')
  writeFileSync(join(project, 'compare.mts'), `${rules}\n${policy}\n${compare}`)
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--conditions=@content-service/source', 'compare.mts'], {
    cwd: project,
  })
  expect(stdout).toContain('differing: 0')
})
