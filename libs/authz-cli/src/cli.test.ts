import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCli } from './run-cli.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'authz-cli-'))

const rule = (status: string) => ({
  effect: 'allow',
  permissions: ['articles:read'],
  when: { op: 'eq', attribute: 'status', value: status },
})
const createDocument = (...rules: readonly object[]) => ({
  resources: { articles: ['read', 'write'] },
  attributes: { articles: ['status', 'ownerId'] },
  roles: {
    GUEST: { rules },
    AUTHOR: {
      inherits: ['GUEST'],
      rules: [
        {
          effect: 'allow',
          permissions: ['articles:*'],
          when: { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } },
        },
      ],
    },
  },
})
const files = {
  'policy.json': JSON.stringify(createDocument(rule('PUBLISHED'))),
  'wider.json': JSON.stringify(createDocument({ effect: 'allow', permissions: ['articles:read'] })),
  'narrower.json': JSON.stringify(createDocument()),
  'bad.json': JSON.stringify(createDocument({ effect: 'allow', permissions: ['articles:wrte'] })),
  'broken.json': '{',
  'odd.json': JSON.stringify(createDocument(rule('PUBLISHED'), rule('PUBLISHED'))),
  'policy.yaml': `resources: { articles: [read] }
roles:
  GUEST:
    rules: [{ effect: allow, permissions: ['articles:read'] }]
`,
  'policy.mjs': `import { definePolicy } from '@content-service/authz'
export const policy = definePolicy()({ resources: { articles: ['read'] }, roles: { GUEST: { rules: (b) => b.allow('articles:read') } } })
`,
  'none.mjs': 'export const x = 1\n',
  'tests.yaml': `policy: policy.json
subjects:
  ann: { id: 7, roles: [AUTHOR] }
resources:
  draft: { ownerId: 7, status: DRAFT }
tests:
  - { subject: ann, permission: 'articles:write', resource: draft, expect: allow }
  - { name: nobody reads drafts, subject: null, permission: 'articles:read', resource: draft, expect: deny }
`,
  'failing.json': JSON.stringify({
    tests: [
      { subject: { id: 1, roles: ['GUEST'] }, permission: 'articles:write', resource: {}, expect: 'allow' },
    ],
  }),
  'misspelt.yaml': `policy: policy.json
tests:
  - { subjekt: ann, permission: 'articles:write', expected: allow }
`,
  'empty.yaml': 'policy: policy.json\ntests: []\n',
  'text.yaml': `policy: policy.json
tests:
  - { subject: null, permission: 'articles:write', expect: { effect: deny, rules: 'roles.GUEST' } }
`,
}

beforeAll(() => {
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command in this process, with the files of the folder. */
async function authz(...args: readonly string[]) {
  const printed = { out: '', error: '' }
  const collect = (to: keyof typeof printed) => (text: unknown) => void (printed[to] += `${String(text)}\n`)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.spyOn(console, 'log').mockImplementation(collect('out'))
  vi.spyOn(console, 'error').mockImplementation(collect('error'))
  const paths = args.map((each) => (/^[a-z.]*\.[a-z]*$/.test(each) ? join(folder, each) : each))
  try {
    const code = await runCli(paths)
    return { code, out: printed.out.trim(), error: printed.error.trim() }
  } finally {
    vi.restoreAllMocks()
  }
}

it('runs in a process of its own, with the policy of a module', async () => {
  const run = promisify(execFile)
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@content-service/source', main, 'check', 'policy.mjs'],
    {
      cwd: folder,
    },
  )
  expect(stdout).toBe('No mistakes found.\n')
})

describe('authz', () => {
  it('lists its commands', async () => {
    const { code, out } = await authz('--help')
    expect([code, out]).toEqual([0, expect.stringMatching(/check POLICY *Find[^]{1,200}diff OLD NEW/)])
  })

  it.each([
    [[], 'Usage: authz COMMAND'],
    [['fly'], 'There is no command "fly"'],
    [['constructor'], 'There is no command "constructor"'],
    [['migrate', 'casl', 'src'], 'run npx @content-service/authz-casl migrate PATH'],
    [['check'], 'The argument POLICY is missing.'],
    [['check', 'a', 'b'], 'Too many arguments'],
    [['check', 'policy.json', '--color'], "Unknown option '--color'"],
    [['check', 'missing.json'], 'missing.json does not exist.'],
    [['check', 'missing.ts'], 'missing.ts does not exist.'],
    [['check', '.'], 'cannot be read (EISDIR)'],
    [['check', 'broken.json'], 'broken.json: '],
    [['check', 'none.mjs'], 'none.mjs must export one policy'],
    [['check', 'policy.json', '--grants', 'x'], '--grants must be PERMISSION=FIELD,FIELD'],
    [['diff', 'policy.json', 'bad.json'], 'unknown permission "articles:wrte"'],
    [
      ['diff', 'policy.json', 'policy.json', '--format', 'xml'],
      '--format must be one of text, markdown, json',
    ],
    [['diff', 'policy.json', 'policy.json', '--fail-on', 'x'], '--fail-on must be any or gains'],
    [['explain', 'policy.json'], 'The option --permission is missing.'],
    [['explain', 'policy.json', '--permission', 'articles:read'], 'The option --subject is missing.'],
    [['explain', 'policy.json', '--permission', 'articles:read', '--subject', '{'], '--subject is no JSON'],
    [['explain', 'policy.json', '--permission', 'articles:read', '--subject', '7'], 'with a list "roles"'],
    [
      ['explain', 'policy.json', '--permission', 'articles:read', '--subject', 'null', '--resource', '[]'],
      '--resource must be a JSON object',
    ],
    [['test'], 'The argument TESTS is missing.'],
    [['test', 'failing.json'], 'failing.json names no policy.'],
    [['test', 'misspelt.yaml'], 'tests[0]: unknown member "subjekt"'],
    [['test', 'empty.yaml'], 'tests: must be a list of at least one test'],
    [['test', 'text.yaml'], 'tests[0].expect.rules: must be a list of texts'],
  ])('%j cannot run, and says why', async (args, message) => {
    const { code, error } = await authz(...args)
    expect([code, error]).toEqual([2, expect.stringContaining(message)])
    expect(error).not.toContain('\n    at ')
  })
})

describe('authz check', () => {
  it.each([
    ['policy.json', 0, 'No mistakes found.'],
    ['policy.yaml', 0, 'No mistakes found.'],
    [
      'bad.json',
      1,
      'roles.GUEST.rules[0]: error: unknown permission "articles:wrte"; did you mean "articles:write"?',
    ],
    ['odd.json', 1, 'roles.GUEST.rules[1]: shadowed: '],
  ])('%s: %i', async (file, code, text) => {
    const found = await authz('check', file)
    expect([found.code, found.out]).toEqual([code, expect.stringContaining(text)])
  })
})

describe('authz explain', () => {
  const ask = (id: number, owner: number) =>
    authz(
      'explain',
      'policy.json',
      '--permission',
      'articles:write',
      '--subject',
      `{"id":${id},"roles":["AUTHOR"]}`,
      '--resource',
      `{"ownerId":${owner}}`,
    )

  it('says why', async () => {
    expect(await ask(7, 7)).toMatchObject({
      code: 0,
      out: expect.stringContaining('allow articles:write: allowed'),
    })
    expect(await ask(7, 8)).toMatchObject({
      code: 1,
      out: expect.stringContaining('missing: ownerId = subject.id: ownerId is 8 (subject.id is 7)'),
    })
  })
})

describe('authz diff', () => {
  it('prints a matrix and the conditions', async () => {
    const { code, out } = await authz('diff', 'policy.json', 'wider.json')
    expect(code).toBe(1)
    expect(out).toBe(`permission     GUEST  AUTHOR
articles:read    +      +

+ gained   - lost   ~ changed   f other fields

+ GUEST articles:read: status = "PUBLISHED" → always
+ AUTHOR articles:read: (ownerId = subject.id or status = "PUBLISHED") → always`)
  })

  it('prints Markdown for reviews, and JSON for programs', async () => {
    const { out } = await authz('diff', 'policy.json', 'narrower.json', '--format', 'markdown')
    expect(out).toContain('| permission | GUEST | AUTHOR |\n| --- | --- | --- |\n| articles:read | - | - |')
    const { out: json } = await authz('diff', 'policy.json', 'narrower.json', '--format', 'json')
    expect(JSON.parse(json)).toHaveLength(2)
  })

  it.each([
    ['policy.json', 'any', 0],
    ['narrower.json', 'any', 1],
    ['narrower.json', 'gains', 0],
    ['wider.json', 'gains', 1],
  ])('policy.json and %s, fail on %s: %i', async (file, failOn, code) => {
    expect((await authz('diff', 'policy.json', file, '--fail-on', failOn)).code).toBe(code)
  })
})

describe('authz test', () => {
  it('runs the tests of a YAML file', async () => {
    expect(await authz('test', 'tests.yaml')).toEqual({
      code: 0,
      out: '✓ ann may articles:write on draft\n✓ nobody reads drafts\n2 passed, 0 failed',
      error: '',
    })
  })

  it('shows why a test fails', async () => {
    const { code, out } = await authz('test', 'failing.json', '--policy', 'policy.json')
    expect(code).toBe(1)
    expect(out).toContain(
      '✗ a subject may articles:write on a row\n    expected effect allow, and got deny\n',
    )
    expect(out).toContain('0 passed, 1 failed')
  })
})
