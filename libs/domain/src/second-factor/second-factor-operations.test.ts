import { beforeEach, describe, expect, test } from 'vitest'
import type { Throttle } from '../context/throttle.ts'
import type { Context } from '../context/context.ts'
import { computeCode, RIGHT_PASSWORD } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { nextUuid } from '../testing/memory/memory-tables.ts'
import type { SessionId } from '../rules/ids.ts'
import { RateLimited } from '../rules/errors.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
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
  return confirmSecondFactor(ada, computeCode(NOON))
}
const proves = (code: string, now: Date): Promise<boolean> =>
  proveSecondFactor(world.people.AUTHOR, code, {
    stores: world.stores,
    codes: ada.codes,
    mailEncryption: ada.mailEncryption,
    baseUrl: 'https://content.example',
    now,
  })

describe('enabling a second factor takes two steps', () => {
  test('the first step gives a secret, and sign-ins do not ask for a code yet', async () => {
    const id = world.people.AUTHOR.id
    expect(await enableSecondFactor(ada, { password })).toEqual({
      secret: `secret of ${id}`,
      uri: `otpauth://${id}`,
    })
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await proves(computeCode(NOON), NOON)).toBe(false)
  })

  test('a code of the app confirms the factor, and the response shows ten recovery codes', async () => {
    const recovery = await enabled()
    expect(new Set(recovery).size).toBe(10)
    expect(await readSecondFactor(ada)).toEqual({ enabledAt: NOON, recoveryCodesLeft: 10 })
  })

  test('the store contains neither the secret nor a recovery code', async () => {
    const recovery = await enabled()
    const kept = world.tables.secondFactors.get(world.people.AUTHOR.id)
    expect(kept?.sealedSecret).toMatch(/^sealed/)
    expect(kept?.recoveryDigests.some((digest) => recovery.includes(digest))).toBe(false)
  })

  test('refuses a wrong password, a wrong code and a recovery code', async () => {
    expect(await refusedPaths(() => enableSecondFactor(ada, { password: 'wrong' }))).toEqual(['password'])
    await enableSecondFactor(ada, { password })
    for (const code of ['000000', 'recovery 1', '', '０８１８０４', `${computeCode(NOON)}\n`])
      expect(await refusedPaths(() => confirmSecondFactor(ada, code))).toEqual(['code'])
    expect(await readSecondFactor(ada)).toEqual(OFF)
  })

  test('an unconfirmed factor can be enabled again; a confirmed factor must be disabled first', async () => {
    expect(await describeOutcome(() => confirmSecondFactor(ada, computeCode(NOON)))).toBe('CONFLICT')
    await enableSecondFactor(ada, { password })
    await enabled()
    expect(await describeOutcome(() => enableSecondFactor(ada, { password }))).toBe('CONFLICT')
    expect(await describeOutcome(() => confirmSecondFactor(at(1), computeCode(later(1))))).toBe('CONFLICT')
  })
})

describe('RFC 6238 §5.2 a code works once', () => {
  test('neither the confirming code nor an earlier code works again', async () => {
    await enabled()
    expect(await proves(computeCode(NOON), NOON)).toBe(false)
    expect(await proves(computeCode(later(2)), later(2))).toBe(true)
    expect(await proves(computeCode(later(2)), later(2))).toBe(false)
    expect(await proves(computeCode(later(1)), later(1))).toBe(false)
    expect(await proves(computeCode(later(3)), later(3))).toBe(true)
  })

  test('of concurrent uses of a code, one succeeds', async () => {
    await enabled()
    const all = await Promise.all(Array.from({ length: 20 }, () => proves(computeCode(later(1)), later(1))))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('a recovery code replaces a code of the app once', async () => {
    const [first = '', second = ''] = await enabled()
    expect([await proves(first, NOON), await proves(first, NOON), await proves(second, NOON)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await readSecondFactor(ada)).recoveryCodesLeft).toBe(8)
  })
})

describe('changes need the password and a code', () => {
  test.each([
    ['a wrong password', { password: 'wrong', code: computeCode(later(1)) }, 'password'],
    ['a wrong code', { password, code: '000000' }, 'code'],
    ['a code that was used', { password, code: computeCode(NOON) }, 'code'],
  ])('%s changes nothing', async (_, proof, path) => {
    await enabled()
    const before = await world.stores.secondFactors.get(world.people.AUTHOR.id)
    expect(await refusedPaths(() => disableSecondFactor(at(1), proof))).toEqual([path])
    expect(await refusedPaths(() => renewRecoveryCodes(at(1), proof))).toEqual([path])
    const after = await world.stores.secondFactors.get(world.people.AUTHOR.id)
    expect(after && { ...after, wrongCodes: 0 }).toEqual(before)
  })

  test('after disabling, sign-ins do not ask for a code', async () => {
    const [recovery = ''] = await enabled()
    await disableSecondFactor(ada, { password, code: recovery })
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await describeOutcome(() => disableSecondFactor(ada, { password, code: 'x' }))).toBe('CONFLICT')
  })

  test('new recovery codes end the earlier recovery codes', async () => {
    const [old = '', used = ''] = await enabled()
    const [fresh = ''] = await renewRecoveryCodes(ada, { password, code: used })
    expect([await proves(old, NOON), await proves(fresh, NOON)]).toEqual([false, true])
  })
})

describe('C7.7 the owner of a second factor', () => {
  test('needs a credential, and a role that may write the own account', async () => {
    const operations: readonly ((context: Context) => Promise<unknown>)[] = [
      (context) => enableSecondFactor(context, { password }),
      (context) => confirmSecondFactor(context, '000000'),
      (context) => disableSecondFactor(context, { password, code: '000000' }),
      (context) => renewRecoveryCodes(context, { password, code: '000000' }),
    ]
    for (const operation of operations) {
      expect(await describeOutcome(() => operation(world.as(null)))).toBe('UNAUTHENTICATED')
      expect(await describeOutcome(() => operation(world.as(world.people.GUEST)))).toBe('FORBIDDEN')
    }
    expect(await describeOutcome(() => readSecondFactor(world.as(null)))).toBe('UNAUTHENTICATED')
  })

  const removal = (by: User | null, of: User = world.people.AUTHOR) =>
    describeOutcome(() => removeSecondFactor(world.as(by), of.id))

  test('a caller who may write other users removes their factor, but not the own factor', async () => {
    await enabled()
    expect(await removal(null)).toBe('UNAUTHENTICATED')
    expect(await removal(world.people.EDITOR)).toBe('FORBIDDEN')
    expect(await removal(world.people.ADMIN, world.people.ADMIN)).toBe('FORBIDDEN')
    expect(await removal(world.people.ADMIN, world.people.READER)).toBe('NOT_FOUND')
    expect(await removal(world.people.ADMIN)).toBe('DONE')
    expect(await readSecondFactor(ada)).toEqual(OFF)
    expect(await describeOutcome(() => removeSecondFactor(world.as(world.people.ADMIN), null))).toBe(
      'NOT_FOUND',
    )
  })

  test('C3.4 a caller cannot remove the factor of a stronger user', async () => {
    const writer = await world.person('wanda', 'EDITOR')
    const granted = { ...writer, permissions: ['users:write'] }
    expect(await removal(granted, world.people.ADMIN)).toBe('FORBIDDEN')
  })
})

describe('C7.6 wrong guesses count as failed sign-ins', () => {
  test('wrong passwords and codes count, and other refusals do not', async () => {
    const counted: string[] = []
    const throttle: Throttle = {
      run: (by, work) =>
        work({
          recordFailure: () => void counted.push(`${by.account} ${by.address}`),
          recordSuccess: () => undefined,
        }),
    }
    const origin = { credential: 'bearer', address: '192.0.2.1', requestId: 'a-test' }
    const context = { ...ada, throttle, origin }
    await describeOutcome(() => disableSecondFactor(context, { password, code: '000000' }))
    expect(counted).toEqual([])
    await describeOutcome(() => enableSecondFactor(context, { password: 'wrong' }))
    await enableSecondFactor(context, { password })
    await describeOutcome(() => confirmSecondFactor(context, '000000'))
    expect(counted).toEqual(Array(2).fill(`user:${world.people.AUTHOR.id} 192.0.2.1`))
  })
})

describe('C12.13 wrong codes after a right password', () => {
  /** The seconds of wait that the code causes, or whether it was right. */
  const tried = async (code: string, now: Date): Promise<number | boolean> => {
    try {
      return await proves(code, now)
    } catch (error) {
      if (error instanceof RateLimited) return error.retryAfter
      throw error
    }
  }
  const wrong = async (count: number, now: Date): Promise<void> => {
    for (let index = 0; index < count; index += 1) expect(await tried('000000', now)).toBe(false)
  }

  test('the tenth and later wrong codes cause waits of 1, 2, 4 … minutes, at most an hour', async () => {
    await enabled()
    await wrong(10, NOON)
    const waits: (number | boolean)[] = []
    let now = NOON
    for (let turn = 0; turn < 9; turn += 1) {
      const wait = await tried('000000', now)
      waits.push(wait)
      now = new Date(now.getTime() + Number(wait) * 1_000)
      await wrong(1, now)
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
  })

  test('a right code must wait, too, and then resets the count', async () => {
    await enabled()
    await wrong(10, later(2))
    expect(await tried(computeCode(later(3)), later(3))).toBe(30)
    expect(await tried(computeCode(later(4)), later(4))).toBe(true)
    await wrong(10, later(6))
  })

  test('sign-ins, disabling and new recovery codes count wrong codes together', async () => {
    await enabled()
    await wrong(5, later(1))
    const credentials = { password, code: '000000' }
    for (const change of [disableSecondFactor, renewRecoveryCodes, disableSecondFactor, renewRecoveryCodes])
      expect(await describeOutcome(() => change(at(1), credentials))).toBe('BAD_USER_INPUT')
    expect(await tried('recovery 99', later(1))).toBe(false)
    const right = { password, code: computeCode(later(1)) }
    expect(await describeOutcome(() => disableSecondFactor(at(1), right))).toBe('RATE_LIMITED')
    expect(await tried(computeCode(later(1)), later(1))).toBe(60)
  })

  test('a caller without the password cannot make the owner wait', async () => {
    await enabled()
    const credentials = { password: 'wrong', code: '000000' }
    for (let index = 0; index < 20; index += 1)
      await describeOutcome(() => disableSecondFactor(at(1), credentials))
    expect(await tried(computeCode(later(1)), later(1))).toBe(true)
  })

  test('a repeated right code does not count', async () => {
    await enabled()
    for (let index = 0; index < 20; index += 1) expect(await tried(computeCode(NOON), NOON)).toBe(false)
    expect(await tried(computeCode(later(1)), later(1))).toBe(true)
  })

  test('the owner gets a mail when the first wait begins', async () => {
    await enabled()
    await wrong(9, NOON)
    expect(world.mails()).toEqual([])
    await wrong(1, NOON)
    expect(world.mails().map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.org', 'Wrong codes for your account'],
    ])
  })
})

describe('C12.13 an enabled second factor', () => {
  const session = () => {
    const [id, userId] = [nextUuid<SessionId>(), world.people.AUTHOR.id]
    const more = { clientId: 'app', clientName: 'App', scopes: [], createdAt: NOON, lastUsedAt: NOON }
    world.tables.sessions.set(id, { id, userId, ...more, expiresAt: later(9_999) })
    return id
  }

  test('ends every session of the user except the caller’s session', async () => {
    const [own, other] = [session(), session()]
    ada = { ...ada, signIn: { session: own, provenAt: NOON } }
    await enableSecondFactor(ada, { password })
    expect([...world.tables.sessions.keys()]).toEqual([own, other])
    await confirmSecondFactor(ada, computeCode(NOON))
    expect([...world.tables.sessions.keys()]).toEqual([own])
  })
})
