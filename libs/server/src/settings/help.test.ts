import { describe, expect, it } from 'vitest'
import { renderHelp } from './help.ts'
import { listSettings } from './setting.ts'
import { SETTINGS } from './table.ts'

describe('--help', () => {
  it.each(['api', 'worker'] as const)(
    'of the %s lists the settings that the program reads, and no others',
    (program) => {
      const listed = [...renderHelp(program).matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name)
      const read = listSettings(SETTINGS).filter(({ readBy }) => readBy.includes(program))
      expect(listed.toSorted()).toEqual(read.map(({ name }) => name).toSorted())
    },
  )

  it('shows defaults in brackets, in lines that fit into a terminal', () => {
    const help = renderHelp('api')
    expect(help).toMatch(/PORT +The port of the server. \(3000\)\n/)
    expect(help).toMatch(/\(127.0.0.1; in production 0.0.0.0\)\n/)
    expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120)
  })
})
