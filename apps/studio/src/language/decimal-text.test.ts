import { describe, expect, it } from 'vitest'
import { formatDecimal } from './decimal-text.ts'

describe('C16.1 decimals in the studio', () => {
  it.each([
    ['12.50', 'en', '12.50'],
    ['1234.50', 'de', '1.234,50'],
    ['-0.0001', 'en', '-0.0001'],
    ['0', 'de', '0'],
    ['12345678901234567890123456789012345678', 'en', '12,345,678,901,234,567,890,123,456,789,012,345,678'],
    ['ten', 'en', 'ten'],
    ['1e3', 'en', '1e3'],
    ['', 'en', ''],
  ])('%s in %s has all digits: %s', (text, language, shown) => {
    expect(formatDecimal(text, language)).toBe(shown)
  })
})
