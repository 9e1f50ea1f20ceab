import { describe, expect, test } from 'vitest'
import { createSealer } from '../secrets/sealer.ts'
import { openStep, sealStep } from './sign-in-step.ts'

const STEP = { login: 'ada', proof: { accountState: 'a state' } }
const browser = { secret: 'the cookie of a browser', user: null, signedInAt: null }
const stepSealer = createSealer([Buffer.alloc(32)])

let clock = Date.parse('2026-11-20T12:00:00Z')
const server = { stepSealer, now: () => new Date(clock) }

describe('C7.5 the result of the first step of a sign-in', () => {
  test('can be opened for the same browser, and is unreadable', () => {
    const sealed = sealStep(STEP, { browser, server })
    expect(openStep(sealed, { browser, server })).toEqual(STEP)
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('ada')
  })

  test('cannot be opened for another browser', () => {
    const sealed = sealStep(STEP, { browser, server })
    expect(openStep(sealed, { browser: { ...browser, secret: 'another' }, server })).toBeNull()
  })

  test('cannot be opened after five minutes', () => {
    const sealed = sealStep(STEP, { browser, server })
    clock += 299_999
    expect(openStep(sealed, { browser, server })).toEqual(STEP)
    clock += 1
    expect(openStep(sealed, { browser, server })).toBeNull()
  })

  test.each(['', '.', 'x.y', 'a'.repeat(60_000), sealStep(STEP, { browser, server }).slice(0, -4)])(
    'is nothing when it was not sealed here: %.20s',
    (sealed) => expect(openStep(sealed, { browser, server })).toBeNull(),
  )
})
