import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attrs, definePolicy, holds, where } from '../index.ts'
import { toSql } from '../sql/index.ts'
import { listLetters, texts } from '../../tests/support/unicode.ts'
import { UNICODE_VERSION, fold, foldSql } from './index.ts'

const a = where<{ title: string }>()
const letters = listLetters()

describe('fold', () => {
  it.each([
    ['ÉLÈVE À L’ŒUVRE', 'eleve a l’oeuvre'],
    ['Straße, STRASSE, STRAẞE', 'strasse, strasse, strasse'],
    [
      'Æsir, Ørsted, Łódź, Đà Nẵng, Ðorn, Þór, ılık, İzmir',
      'aesir, orsted, lodz, da nang, dorn, thor, ilik, izmir',
    ],
    ['ΌΣΟΣ, όσος', 'οσοσ, οσοσ'],
    ['ЁЛКА', 'елка'],
    ['ﬁ ﬀ ŉ', 'fi ff ʼn'],
    ['\u212b\u2126\u1e9b\u0323', 'aωs'],
    ['한', '\u1112\u1161\u11ab'],
    ['ꭰᏸ', 'ᎠᏰ'],
    ['漢字 😀 \ud800', '漢字 😀 \ud800'],
    ['a\0B', 'a\0b'],
    ['', ''],
  ])('of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('of a folded text is the same text', () => {
    expect(letters.filter((letter) => fold(fold(letter)) !== fold(letter))).toEqual([])
  })

  it('is the same for canonically equivalent texts', () => {
    expect(letters.filter((letter) => fold(letter.normalize('NFD')) !== fold(letter))).toEqual([])
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text.normalize('NFC'))).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
      }),
    )
  })

  it('is the same for capitals and small letters', () => {
    // The capital of a letter with the mark U+0345 (ᾳ) has a letter instead of the mark (ΑΙ).
    const cased = letters.filter((letter) => !letter.normalize('NFD').includes('\u0345'))
    const forms = (letter: string) => [letter.toLowerCase(), letter.toUpperCase()]
    const differs = (letter: string) => forms(letter).some((form) => fold(form) !== fold(letter))
    expect(cased.filter(differs)).toEqual([])
  })

  it('of two texts is the folded texts, so that a folded text includes its folded parts', () => {
    fc.assert(
      fc.property(texts, texts, (one, two) => {
        expect(fold(one + two)).toBe(fold(one) + fold(two))
      }),
    )
  })

  it('has nothing to do with objects and numbers', () => {
    expect(() => fold(7 as never)).toThrow('fold() takes a text')
  })

  it('has the version of Unicode that its guide names', () => {
    const guide = readFileSync(new URL('../../docs/fold.md', import.meta.url), 'utf8')
    expect(guide).toContain(`version ${UNICODE_VERSION} of Unicode`)
  })

  it('is a condition in memory', () => {
    const condition = fold(a.title).includes(fold('CAFÉ'))
    expect([{ title: 'Le café' }, { title: 'Thé' }].map((row) => holds(condition, row))).toEqual([
      true,
      false,
    ])
  })

  it('is a function of SQLite after its registration', () => {
    const db = new DatabaseSync(':memory:')
    db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null))
    db.exec(`create table articles (title text); create index folded on articles (fold(title));
      insert into articles values ('Le café'), ('Thé'), (null), ('ＣＡＦÉ')`)
    const policy = definePolicy()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<{ title: string }>({ title: 'text' }) },
      allRoles: (b) => b.allow('articles:read', (each) => fold(each.title).includes(fold('CAFÉ'))),
      roles: {},
    })
    const { text, values } = toSql(policy.filter({ id: 1, roles: [] }, 'articles:read'), {
      dialect: 'sqlite',
    })
    const rows = db.prepare(`select title from articles where ${text}`).all(...(values as string[]))
    expect(rows.map(({ title }) => title)).toEqual(['Le café'])
    db.close()
  })
})

describe('the statement for PostgreSQL', () => {
  it('is ASCII, so that nothing on its way to the database changes it', () => {
    expect(foldSql()).toMatch(/^[\n -~]*$/)
  })

  it('creates the functions in the schema', () => {
    expect(foldSql()).toContain('function "public".fold(text)')
    expect(foldSql('a "b"')).toContain('else "a ""b""".fold_unicode($1) end')
  })

  it.each(['', 'a\0b', 'a$fold$', 7 as never])('refuses the schema %j', (schema) => {
    expect(() => foldSql(schema)).toThrow('use a name such as')
  })
})
