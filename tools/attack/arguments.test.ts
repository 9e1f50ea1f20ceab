import { describe, expect, it } from 'vitest'
import { AttackArgumentError, describeAttacks, readOptions } from './arguments.ts'
import { defineAttack } from './attack.ts'
import { ATTACKS } from './attacks.ts'

const attack = defineAttack({
  about: 'Sends words.',
  options: { words: { about: 'number of words', default: 10 }, text: { about: 'the word', default: 'a' } },
  run: () => Promise.resolve([]),
})

describe('the options of an attack', () => {
  it('have the defaults of the attack', () => {
    expect(readOptions(attack, [])).toEqual({ words: 10, text: 'a' })
  })
  it('have the type of their default', () => {
    expect(readOptions(attack, ['--words', '3', '--text', '3'])).toEqual({ words: 3, text: '3' })
  })
  it.each([[['--word', '3']], [['--words', 'three']], [['--words', '-1']], [['more']]])(
    'refuse %j',
    (args) => {
      expect(() => readOptions(attack, args)).toThrow(AttackArgumentError)
    },
  )
  it('are all in the help', () => {
    const help = describeAttacks(ATTACKS)
    for (const [name, { options }] of Object.entries(ATTACKS))
      for (const text of [name, ...Object.keys(options)]) expect(help).toContain(text)
  })
})
