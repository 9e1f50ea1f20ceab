import { beforeEach, describe, expect, test } from 'vitest'
import type { Attempts } from '../attempts.ts'
import type { Context } from '../context.ts'
import { codeAt, NOON, RIGHT_PASSWORD } from '../testing/builders.ts'
import { aWorld, outcomeOf, refusedPaths, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor-operations.ts'

const password = RIGHT_PASSWORD
const OFF = { enabledAt: null, recoveryCodesLeft: 0 }
/** Half a minute later the app shows another code. */
const later = (steps: number): Date => new Date(NOON.getTime() + steps * 30_000)

let world: World
let ada: Context
beforeEach(async () => {
  world = await aWorld()
  ada = world.as(world.people.AUTHOR)
})

const at = (steps: number): Context => ({ ...ada, now: () => later(steps) })
const enabled = async (): Promise<readonly string[]> => {
  await enableSecondFactor(ada, { password })
  return confirmSecondFactor(ada, codeAt(NOON))
}
const proves = (code: string, now: Date): Promise<boolean> =>
  proveSecondFactor(world.people.AUTHOR.id, code, {
    store: world.stores.secondFactors,
    codes: ada.codes,
    now,
  })

describe('a second factor is switched on in two steps', () => {
  test('enabling gives a secret, and asks for nothing yet', async () => {
    const id = world.people.AUTHOR.id
    expect(await enableSecondFactor(ada, { password })).toEqual({
      secret: `secret of ${id}`,
      uri: `otpauth://${id}`,
    })
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await proves(codeAt(NOON), NOON)).toBe(false)
  })

  test('the code of the app confirms it, and ten recovery codes are shown', async () => {
    const recovery = await enabled()
    expect(new Set(recovery).size).toBe(10)
    expect(await readSecondFactor(ada)).toEqual({ enabledAt: NOON, recoveryCodesLeft: 10 })
  })

  test('what is kept holds neither the secret nor a recovery code', async () => {
    const recovery = await enabled()
    const kept = world.tables.secondFactors.get(world.people.AUTHOR.id)
    expect(kept?.sealedSecret).toMatch(/^sealed/)
    expect(kept?.recoveryDigests.some((digest) => recovery.includes(digest))).toBe(false)
  })

  test('a wrong password, a wrong code and a recovery code do not do', async () => {
    expect(await refusedPaths(() => enableSecondFactor(ada, { password: 'wrong' }))).toEqual(['password'])
    await enableSecondFactor(ada, { password })
    for (const code of ['000000', 'recovery 1', '', '０８１８０４', `${codeAt(NOON)}\n`])
      expect(await refusedPaths(() => confirmSecondFactor(ada, code))).toEqual(['code'])
    expect(await readSecondFactor(ada)).toEqual(OFF)
  })

  test('until it is confirmed it can be begun anew; afterwards it is to be disabled first', async () => {
    expect(await outcomeOf(() => confirmSecondFactor(ada, codeAt(NOON)))).toBe('CONFLICT')
    await enableSecondFactor(ada, { password })
    await enabled()
    expect(await outcomeOf(() => enableSecondFactor(ada, { password }))).toBe('CONFLICT')
    expect(await outcomeOf(() => confirmSecondFactor(at(1), codeAt(later(1))))).toBe('CONFLICT')
  })
})

describe('RFC 6238 §5.2 a code works once', () => {
  test('not even the code that confirmed it works again, nor one of before', async () => {
    await enabled()
    expect(await proves(codeAt(NOON), NOON)).toBe(false)
    expect(await proves(codeAt(later(2)), later(2))).toBe(true)
    expect(await proves(codeAt(later(2)), later(2))).toBe(false)
    expect(await proves(codeAt(later(1)), later(1))).toBe(false)
    expect(await proves(codeAt(later(3)), later(3))).toBe(true)
  })

  test('of many at once one gets through', async () => {
    await enabled()
    const all = await Promise.all(Array.from({ length: 20 }, () => proves(codeAt(later(1)), later(1))))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('a recovery code stands in for the app, once', async () => {
    const [first = '', second = ''] = await enabled()
    expect([await proves(first, NOON), await proves(first, NOON), await proves(second, NOON)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await readSecondFactor(ada)).recoveryCodesLeft).toBe(8)
  })
})

describe('changing it takes password and code', () => {
  test.each([
    ['a wrong password', { password: 'wrong', code: codeAt(later(1)) }, 'password'],
    ['a wrong code', { password, code: '000000' }, 'code'],
    ['a code that was used', { password, code: codeAt(NOON) }, 'code'],
  ])('%s changes nothing', async (_, proof, path) => {
    await enabled()
    const before = await world.stores.secondFactors.get(world.people.AUTHOR.id)
    expect(await refusedPaths(() => disableSecondFactor(at(1), proof))).toEqual([path])
    expect(await refusedPaths(() => renewRecoveryCodes(at(1), proof))).toEqual([path])
    expect(await world.stores.secondFactors.get(world.people.AUTHOR.id)).toEqual(before)
  })

  test('disabled, it is asked for no longer', async () => {
    const [recovery = ''] = await enabled()
    await disableSecondFactor(ada, { password, code: recovery })
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await outcomeOf(() => disableSecondFactor(ada, { password, code: 'x' }))).toBe('CONFLICT')
  })

  test('new recovery codes put an end to the ones before', async () => {
    const [old = '', used = ''] = await enabled()
    const [fresh = ''] = await renewRecoveryCodes(ada, { password, code: used })
    expect([await proves(old, NOON), await proves(fresh, NOON)]).toEqual([false, true])
  })
})

describe('C7.7 whose it is', () => {
  test('needs a credential, and a role that may write itself', async () => {
    const operations: readonly ((context: Context) => Promise<unknown>)[] = [
      (context) => enableSecondFactor(context, { password }),
      (context) => confirmSecondFactor(context, '000000'),
      (context) => disableSecondFactor(context, { password, code: '000000' }),
      (context) => renewRecoveryCodes(context, { password, code: '000000' }),
    ]
    for (const operation of operations) {
      expect(await outcomeOf(() => operation(world.as(null)))).toBe('UNAUTHENTICATED')
      expect(await outcomeOf(() => operation(world.as(world.people.GUEST)))).toBe('FORBIDDEN')
    }
    expect(await outcomeOf(() => readSecondFactor(world.as(null)))).toBe('UNAUTHENTICATED')
  })

  const removal = (by: User | null, of: User = world.people.AUTHOR) =>
    outcomeOf(() => removeSecondFactor(world.as(by), of.id))

  test('another’s is removed by who may write others, and never one’s own', async () => {
    await enabled()
    expect(await removal(null)).toBe('UNAUTHENTICATED')
    expect(await removal(world.people.EDITOR)).toBe('FORBIDDEN')
    expect(await removal(world.people.ADMIN, world.people.ADMIN)).toBe('FORBIDDEN')
    expect(await removal(world.people.ADMIN, world.people.READER)).toBe('NOT_FOUND')
    expect(await removal(world.people.ADMIN)).toBe('DONE')
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await outcomeOf(() => removeSecondFactor(world.as(world.people.ADMIN), null))).toBe('NOT_FOUND')
  })

  test('C3.4 nobody removes that of somebody above them', async () => {
    const writer = await world.person('wanda', 'EDITOR')
    const granted = { ...writer, permissions: ['users:write'] }
    expect(await removal(granted, world.people.ADMIN)).toBe('FORBIDDEN')
  })
})

describe('C7.6 guesses count as failed sign-ins', () => {
  test('wrong passwords and codes do, other refusals do not', async () => {
    const counted: string[] = []
    const attempts: Attempts = {
      run: (by, work) =>
        work({ failed: () => void counted.push(`${by.account} ${by.address}`), succeeded: () => undefined }),
    }
    const origin = { credential: 'bearer', address: '192.0.2.1', requestId: 'a-test' }
    const context = { ...ada, attempts, origin }
    await outcomeOf(() => disableSecondFactor(context, { password, code: '000000' }))
    expect(counted).toEqual([])
    await outcomeOf(() => enableSecondFactor(context, { password: 'wrong' }))
    await enableSecondFactor(context, { password })
    await outcomeOf(() => confirmSecondFactor(context, '000000'))
    expect(counted).toEqual(Array(2).fill(`user:${world.people.AUTHOR.id} 192.0.2.1`))
  })
})
