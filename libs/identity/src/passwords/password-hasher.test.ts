import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { createPasswordRule } from './password-hasher.ts'

const OWNER = { username: 'ada-lovelace-of-london', email: 'ada.lovelace@example.org' }
const findProblem = (password: string, least?: number) => createPasswordRule(least)(password, OWNER)

describe('C3.1 the length of a password', () => {
  test.each([
    ['maroon kettle9', 'at least 15'],
    ['', 'at least 15'],
    [`${'drifting kettle north '.repeat(12)}`, 'at most 256'],
  ])('%j: %s', (password, problem) => expect(findProblem(password)).toContain(problem))

  test('is 15 to 256 characters, counted in code points', () => {
    expect(findProblem('maroon kettle 9')).toBeNull()
    expect(findProblem('🦊 fox den 🏔️ peak')).toBeNull()
    const long = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('')
    expect(findProblem(long)).toBeNull()
    expect(findProblem(`${long}x`)).not.toBeNull()
  })

  test('is the value of PASSWORD_MIN_LENGTH', () => {
    expect(findProblem('kettle9x', 8)).toBeNull()
    expect(findProblem('kettle9', 8)).toContain('at least 8')
  })

  test.each(['maroon kettle drifts\0', 'maroon kettle drifts \ud800'])('%j cannot be stored', (password) =>
    expect(findProblem(password)).not.toBeNull(),
  )
})

describe('C3.1 a password is not the username or email', () => {
  test.each([OWNER.username, OWNER.username.toUpperCase(), OWNER.email, 'ADA.Lovelace@example.ORG'])(
    '%s is refused',
    (password) => expect(findProblem(password)).toContain('username or email'),
  )
})

describe('C3.1 common passwords', () => {
  test.each(['passwordpassword', '123456789012345', 'qwertyuiopasdfgh'])(
    'the list must contain %s',
    (password) => {
      expect(findProblem(password)).toContain('common')
      expect(findProblem(password.toUpperCase())).toContain('common')
    },
  )

  test.each([
    'aaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'abcabcabcabcabca',
    'xyzxyzxyzxyzxyzxy',
    '!!!!!!!!!!!!!!!!',
    'passwordpasswordpas',
    'PASSWORD PASSWORD',
    'P@ssw0rdP@ssw0rd',
  ])('repeats: %s', (password) => expect(findProblem(password)).toContain('common'))

  test.each([
    'abcdefghijklmno',
    'zyxwvutsrqponml',
    '987654321098765',
    '1q2w3e4r5t6y7u8i',
    '1qaz2wsx3edc4rfv',
    'qwertzuiopasdfgh',
    'azertyuiopqsdfgh',
    '112233445566778',
    'aabbccddeeffgghh',
    '147258369147258',
    'qweasdzxcqweasd',
    '!@#$%^&*()_+!@#$',
  ])('sequences: %s', (password) => expect(findProblem(password)).toContain('common'))

  test.each([
    'password1234567',
    'P@ssw0rd12345678',
    'iloveyouforever1',
    'letmeinletmein123',
    'thisismypassword',
    'welcome-to-2026!'.replace('to', 'admin'),
    'correct horse battery staple',
    'summer2025summer2026',
  ])('refuses common words: %s', (password) => expect(findProblem(password)).toContain('common'))

  test.each([
    'velvet otter climbs Tuesday',
    'maroon-kettle-94-drift',
    'my grandmother bakes plum cake',
    'Xk4!tq9Lw#zP2vB',
    'correct mule battery paperclip',
    'sturdy lantern under seven hills',
    'ich mag grünen Tee am Morgen',
    '7 purple llamas sang opera',
    'noodle glacier trumpet fig',
    '🦊 fox and hound at dusk',
    'we went to Lisbon in May',
    'thank you for the butterfly soup',
    'The quick auditor sleeps',
    'orange flower happy mother cheese',
  ])('accepts an uncommon passphrase: %s', (password) => expect(findProblem(password)).toBeNull())

  test('a random password is not common', () => {
    const random = fc.uint8Array({ minLength: 15, maxLength: 15 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(random, (bytes) => {
        fc.pre(new Set(bytes).size > 12)
        expect(isCommonPassword(bytes.toString('base64'))).toBe(false)
      }),
    )
  })

  test('a repeated unit of at most eight characters is common, even with an incomplete last repetition', () => {
    const unit = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(unit, fc.integer({ min: 16, max: 40 }), (text, length) => {
        expect(isCommonPassword(text.repeat(40).slice(0, length))).toBe(true)
      }),
    )
  })

  test('case does not matter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9 ]{15,30}$/), (text) => {
        expect(isCommonPassword(text)).toBe(isCommonPassword(text.toUpperCase()))
      }),
    )
  })

  test.each(['a', 'ab', 'password', 'qwertyuiop', '!', '@', 'x1', '🦊', 'pass w0rd '])(
    '256 characters of %j are checked at once',
    { timeout: 2000 },
    (unit) => {
      for (const end of ['', 'ß', '0', 'q'])
        expect(typeof isCommonPassword([...unit.repeat(256)].slice(0, 255).join('') + end)).toBe('boolean')
    },
  )
})
