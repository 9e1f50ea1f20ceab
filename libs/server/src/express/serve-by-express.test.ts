import express from 'express'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { serveByExpress } from './serve-by-express.ts'

/** An exchange that notes what express gets. */
const anExchange = (name: string, given: string[]): Exchange =>
  ({ request: { method: 'GET', url: '/' }, giveToExpress: () => given.push(name) }) as unknown as Exchange

it('loads express once, and again only after a failure', async () => {
  let attempts = 0
  const given: string[] = []
  const serve = serveByExpress({ log: pino({ level: 'silent' }) }, () => {
    attempts += 1
    if (attempts === 1) throw new Error('too many open files')
    return Object.assign(express(), { handle: () => undefined })
  })
  const [first, second] = [serve(anExchange('1', given)), serve(anExchange('2', given))]
  await expect(first).rejects.toThrow('Try again in 5 seconds.')
  await expect(second).rejects.toThrow('Try again in 5 seconds.')
  await Promise.all([serve(anExchange('3', given)), serve(anExchange('4', given))])
  expect([attempts, given]).toEqual([2, ['3', '4']])
})
