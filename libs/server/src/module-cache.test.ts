import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const CACHE = new URL('../module-cache.js', import.meta.url).href

describe('the modules of an earlier start', () => {
  let folder: string
  const path = (name: string): string => join(folder, name)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'module-cache-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(path('cache'))
    writeFileSync(path('package.json'), '{ "type": "module" }')
    writeFileSync(path('greeting.ts'), "export const greeting: string = 'first'\n")
    writeFileSync(path('more.ts'), "export const more: string = 'more'\n")
    writeFileSync(path('program.ts'), "import { greeting } from './greeting.ts'\nconsole.log(greeting)\n")
    writeFileSync(
      path('start.js'),
      `import { enableModuleCache } from '${CACHE}'
enableModuleCache(import.meta.url)
await import('./program.ts')
if (process.argv[2] === 'more') console.log((await import('./more.ts')).more)
if (process.argv[2] === 'loaded') console.log(process.moduleLoadList.some((name) => name.includes('amaro')))
`,
    )
  })

  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [path('start.js'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: path('cache') },
    })
  const findFiles = (): string[] => globSync(path('cache/*/modules-*.txt'))
  /** Changes the stored modules, so that their effect shows. Both texts have the same length. */
  const replaceInCache = (from: string, to: string): void => {
    const [file = ''] = findFiles()
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  }

  it('are not read again', () => {
    expect(run()).toBe('first\n')
    replaceInCache("'first'", "'saved'")
    expect(run()).toBe('saved\n')
  })

  it('need no compiler of TypeScript', () => {
    expect(run('loaded')).toBe('first\ntrue\n')
    expect(run('loaded')).toBe('first\nfalse\n')
  })

  it('are read again after a file has changed', () => {
    run()
    writeFileSync(path('greeting.ts'), "export const greeting: string = 'changed'\n")
    expect(run()).toBe('changed\n')
    replaceInCache("'changed'", "'is kept'")
    expect(run()).toBe('is kept\n')
  })

  it('are read again after a file is gone', () => {
    run('more')
    rmSync(path('more.ts'))
    expect(run()).toBe('first\n')
  })

  it('are joined by the modules that only a later start loads', () => {
    run()
    expect(run('more')).toBe('first\nmore\n')
    replaceInCache("'more'", "'also'")
    replaceInCache("'first'", "'saved'")
    expect(run('more')).toBe('saved\nalso\n')
  })

  it('are read again if the stored modules are broken', () => {
    run()
    writeFileSync(findFiles()[0] ?? '', '{')
    expect(run()).toBe('first\n')
  })

  it('are neither stored nor used in a folder to which others can write', () => {
    run()
    replaceInCache("'first'", "'wrong'")
    for (const each of globSync(path('cache/*'))) chmodSync(each, 0o777)
    expect(run()).toBe('first\n')
  })
})
