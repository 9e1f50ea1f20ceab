import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ENTRY = fileURLToPath(new URL('./index.ts', import.meta.url))
/** Imports the entry in a process without vitest. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name === 'vitest') throw new Error('vitest is not installed')
      return next(name, context)
    },
  })
  console.log(typeof (await import('${ENTRY}')).memoryStores)`

it('@content-service/domain/testing loads without vitest', () => {
  const node = ['--conditions=@content-service/source', '--input-type=module', '--eval', PROGRAM]
  expect(execFileSync(process.execPath, node, { encoding: 'utf8' })).toBe('function\n')
})
