import { describe, expect, it } from 'vitest'
import { isLongText, LongTexts } from './long-texts.ts'

const LONG = '😀"\n\u0000'.repeat(20_000)

describe('C12.5 the long texts of a response', () => {
  it('stand in the places of their signs, as JSON', async () => {
    const texts = new LongTexts()
    expect(texts.isEmpty).toBe(true)
    const [first, left, second] = [texts.setAside(LONG), texts.setAside('left out'), texts.setAside('b')]
    expect(left).not.toBe(first)
    const written = await texts.fillIn(`{"z":${second},"a":[${first}],"n":"\\u0000"}`)
    expect(JSON.parse(written.toString())).toEqual({ z: 'b', a: [LONG], n: '\0' })
  })

  it('are written with pauses, in which others are answered', async () => {
    const texts = new LongTexts()
    const written = Array.from({ length: 100 }, () => texts.setAside(LONG.repeat(5))).join(',')
    let turns = 0
    const count = (): void => void (turns += 1)
    const turn = setInterval(count, 0)
    await texts.fillIn(`[${written}]`)
    clearInterval(turn)
    expect(turns).toBeGreaterThan(1)
  })

  it('are texts of more than 65,536 characters', () =>
    expect(['a'.repeat(65_536), 'a'.repeat(65_537), null].map(isLongText)).toEqual([false, true, false]))
})
