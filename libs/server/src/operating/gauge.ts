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
