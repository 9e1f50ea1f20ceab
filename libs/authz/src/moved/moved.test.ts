import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileInMemory, listMessages } from '../../tests/support/type-check.ts'

const libraries = fileURLToPath(new URL('../../../', import.meta.url))

const ENTRIES = [
  { old: 'casl', library: 'authz-casl', kept: ['Inexact', 'filterOf'] },
  { old: 'casl/prisma', library: 'authz-casl', kept: [] },
  { old: 'authzen', library: 'authz-authzen', kept: ['createAuthzenHandler'] },
]

/** The names of the values that a module exports again. */
const listValues = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:(?:function|const) (\w+)|\{([^}]*)\})/gm)]
    .flatMap(([, name, list = '']) => (name === undefined ? list.split(',') : [name]))
    .map((name) => name.trim().replace(/^\w+ as /, ''))
    .filter((name) => name !== '')
    .sort()

describe.each(ENTRIES)('the entry /$old', ({ old, library, kept }) => {
  const file = fileURLToPath(new URL(`${old.replace('/', '-')}.ts`, import.meta.url))
  const names = listValues(file)
  const current = listValues(join(libraries, library, 'src/index.ts'))

  it('has names, of which the package that took its place has those that it says', () => {
    expect(names.length).toBeGreaterThan(0)
    expect(current.length).toBeGreaterThan(0)
    expect(names.filter((name) => current.includes(name))).toEqual(kept)
  })

  it('names the package to install when a program imports a name', () => {
    const program = `import { ${names[0]} } from '@content-service/authz/${old}'; console.log(${names[0]})`
    const options = ['--conditions=@content-service/source', '--input-type=module', '--eval', program]
    expect(() =>
      execFileSync(process.execPath, options, { cwd: import.meta.dirname, stdio: 'pipe' }),
    ).toThrow(`npm install @content-service/${library}`)
  })

  it('names the package in the error of the compiler', () => {
    const code = `import { ${names.at(-1)} as old } from './${old.replace('/', '-')}.ts'\nold()\n`
    const messages = listMessages(compileInMemory(fileURLToPath(new URL('user.ts', import.meta.url)), code))
    expect(messages).toEqual([expect.stringContaining(`npm install @content-service/${library}`)])
  })
})
