import { Gauge, type Aggregator, type Registry } from 'prom-client'

/** A value that is read at each scrape. */
interface Reading {
  readonly name: string
  readonly help: string
  /** The way in which the values of several processes become one value; the sum by default. */
  readonly aggregator?: Aggregator
  /** The label of the values, if there are several. */
  readonly label?: string
  /** A number, a number for each value of the label, or null if no current value is known. */
  read(): Numbers | Promise<Numbers>
}

type Numbers = number | object | null

export const registerGauge = (registry: Registry, { label, read, ...options }: Reading): void => {
  new Gauge({
    ...options,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const value = await read()
      if (label === undefined && value === null) return this.remove()
      if (typeof value === 'number') return this.set(value)
      this.reset()
      for (const [name, count] of Object.entries(value ?? {})) this.set({ [label ?? '']: name }, count)
    },
  })
}

/** Returns a function that registers values of a queue. All processes show the values of the same queue. */
export const createQueueRegister =
  <Backlog extends object>(registry: Registry, backlog: () => Promise<Backlog | null>) =>
  (name: string, help: string, read: (found: Backlog) => number): void =>
    registerGauge(registry, {
      name,
      help,
      aggregator: 'max',
      read: async () => {
        const found = await backlog()
        return found && read(found)
      },
    })
