import { describe, expect, it } from 'vitest'
import { readNextPage } from './next-page.ts'

const link = (text: string): Headers => new Headers({ link: text })

describe('the link to the next page', () => {
  it('has the parameters of the next request', () => {
    const links = '</api/articles?limit=2>; rel="first", </api/articles?limit=2&after=abc>; rel="next"'
    expect(readNextPage(link(links))).toEqual({ limit: '2', after: 'abc' })
  })

  it('is absent on the last page', () => {
    expect(readNextPage(link('</api/articles?limit=2>; rel="first"'))).toBeNull()
    expect(readNextPage(new Headers())).toBeNull()
  })
})
