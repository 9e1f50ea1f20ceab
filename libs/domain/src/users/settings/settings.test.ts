import { describe, expect, test, vi } from 'vitest'
import { refusedPaths } from '../../testing/world.ts'
import { changeGroup } from '../../model/fields/merge-change.ts'
import type { MemberChanges } from '../../model/fields/part-fields.ts'
import { PREFERENCES, SETTINGS, type UserSettings } from './settings.ts'

const settings = (change: MemberChanges<typeof SETTINGS.members>, current: UserSettings = SETTINGS.initial) =>
  changeGroup(SETTINGS, change, current)
const preferences = (change: MemberChanges<typeof PREFERENCES.members>) =>
  changeGroup(PREFERENCES, change, PREFERENCES.initial)

describe('C3.8 settings and preferences', () => {
  test('have defaults, none of which is null', () => {
    expect(settings({})).toEqual({ locale: 'en', timezone: 'UTC', theme: 'SYSTEM' })
    expect(Object.values(preferences({})).every((value) => typeof value === 'boolean')).toBe(true)
  })

  test('change member by member', () => {
    const dark = settings({ theme: 'DARK' })
    expect(settings({ locale: 'EN-gb', timezone: 'europe/berlin' }, dark)).toEqual({
      locale: 'en-GB',
      timezone: 'Europe/Berlin',
      theme: 'DARK',
    })
    expect(preferences({ newsletter: true }).commentNotifications).toBe(true)
  })

  test('C12.5 checks the length of a locale and of a time zone before Intl reads them', async () => {
    const locales = vi.spyOn(Intl, 'getCanonicalLocales')
    const zones = vi.spyOn(Intl, 'DateTimeFormat')
    const change = { locale: `en-${'a'.repeat(33)}`, timezone: 'x'.repeat(256) }
    expect(await refusedPaths(() => settings(change))).toEqual(['locale', 'timezone'])
    expect([locales.mock.calls, zones.mock.calls]).toEqual([[], []])
    vi.restoreAllMocks()
    expect(settings({ locale: 'zh-Hant-TW-u-ca-roc-kf-lower-nu-lat' }).locale).toHaveLength(35)
  })

  test.each([
    [{ locale: '' }, 'locale'],
    [{ locale: 'english please' }, 'locale'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
    [{ theme: 'BLUE' as 'DARK' }, 'theme'],
    [{ theme: null }, 'theme'],
  ])('%j is refused', async (change, path) =>
    expect(await refusedPaths(() => settings(change))).toEqual([path]),
  )

  test('refuses null', async () =>
    expect(await refusedPaths(() => preferences({ newsletter: null }))).toEqual(['newsletter']))
})
