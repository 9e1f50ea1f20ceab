import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const entry = fileURLToPath(new URL('../support/bare.ts', import.meta.url))

/** A context with the language and nothing else: no process, no fetch, no console, no code from strings. */
it('decides, filters, packs and writes SQL where there is nothing but the language', async () => {
  const bundle = await rolldown({ input: entry })
  const { output } = await bundle.generate({ format: 'iife', name: 'bare' })
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  expect(runInContext(`${output[0].code}; JSON.stringify(bare)`, context)).toBe(
    JSON.stringify({
      answer: [true, false, true, false],
      sql: {
        text: `((typeof("ownerId") in ('integer', 'real') and "ownerId" = ?) or "status" collate binary = ?)`,
        values: [7, 'PUBLISHED'],
      },
    }),
  )
})
