import { describe, expect, test } from 'vitest'
import { createSigner } from './signer.ts'

const sealer = createSigner(Buffer.from('a key of the service'))

describe('C5.4 cursors are authenticated', () => {
  test.each(['', '["articles",[1]]', 'é🦀'])('%j is verified with the signed text', (text) => {
    const opened = sealer.verify(sealer.sign(text))
    expect(opened).toBe(text === '' ? null : text)
  })

  test('a cursor with one changed character is refused', () => {
    const cursor = sealer.sign('["articles",["2026-11-20"]]')
    for (let at = 0; at < cursor.length; at += 1)
      expect(
        sealer.verify(cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)),
      ).toBeNull()
  })

  test.each(['', 'x', '====', 'a b', '0', 'W10', 'é'])('%j is not a cursor', (text) =>
    expect(sealer.verify(text)).toBeNull(),
  )

  test('a cursor of another key is refused', () =>
    expect(sealer.verify(createSigner(Buffer.from('another key')).sign('text'))).toBeNull())
})
