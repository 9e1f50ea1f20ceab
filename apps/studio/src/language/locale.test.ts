import { describe, expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

describe('C20.5 the language', () => {
  it.each([
    { account: null, browser: ['fr-FR', 'de-AT'], chosen: 'de' },
    { account: 'en', browser: ['de-DE'], chosen: 'de' },
    { account: 'en-GB', browser: ['de-DE'], chosen: 'en-GB' },
    { account: 'de', browser: ['en-US'], chosen: 'de' },
    { account: 'fr', browser: ['de'], chosen: 'de' },
    { account: 'fr', browser: ['es'], chosen: 'en' },
  ])('is $chosen for an account with $account in a browser with $browser', ({ account, browser, chosen }) => {
    expect(chooseLocale(account, browser)).toBe(chosen)
  })
})
