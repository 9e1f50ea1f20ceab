import accepts from 'accepts'
import type { Exchange } from '../http/exchange.ts'

/** Whether the client prefers HTML. A program that accepts every type, or sends no Accept, gets `otherwise` (C12.1). */
export const prefersPage = (exchange: Exchange, otherwise: string): boolean => {
  exchange.varyBy('Accept')
  return accepts(exchange.request).types([otherwise, 'text/html']) === 'text/html'
}
