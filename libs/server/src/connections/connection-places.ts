import { isPrivate, parseAddress, toAddressBlock, type AddressSet } from '@content-service/identity'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** MAX_CONNECTIONS. */
  readonly most: number
  /** MAX_CONNECTIONS_EACH. */
  readonly each: number
  /** TRUST_PROXY. */
  readonly isTrusted: AddressSet
}

/** Why a connection has no place: the process has too many, or the address of the connection. */
export type Shortage = 'process' | 'address'

/** While places are scarce, connections that have never sent a head end after this time. */
const SILENT_MS = 5_000
/** A connection of the same address that is younger may send its head at any moment. */
const YOUNG_MS = 1_000
/** Connections without a place may send a head within EXCESS_MS. */
const MOST_EXCESS = 200
const EXCESS_MS = 2_000

const REFUSAL =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const end = (socket: Socket): void => {
  socket.write(REFUSAL)
  socket.destroySoon()
}

/** The sender of a connection. */
interface Guest {
  readonly socket: Socket
  /** The addresses that count together. */
  readonly address: string
  /** Whether MAX_CONNECTIONS_EACH holds for the address. */
  readonly isLimited: 'always' | 'while places are scarce' | 'never'
  readonly since: number
}

const findLimit = (
  address: Parameters<AddressSet>[0],
  isTrusted: ConnectionLimits['isTrusted'],
): Guest['isLimited'] => {
  if (isTrusted(address)) return 'never'
  return isPrivate(address) ? 'while places are scarce' : 'always'
}

/** C15.4: the places of the connections of one server. The head of a request takes a place from a silent connection. */
export class ConnectionPlaces {
  readonly #limits: ConnectionLimits
  readonly #places = new Map<Socket, Guest>()
  readonly #counts = new Map<string, number>()
  /** Connections with a place that have never sent a head, beginning with the oldest. */
  readonly #silent = new Map<Socket, Guest>()
  /** Connections between two requests, beginning with the longest idle connection. */
  readonly #idle = new Set<Socket>()
  /** Connections without a place that have never sent a head, beginning with the oldest. */
  readonly #excess = new Map<Socket, Guest>()
  #sweep: NodeJS.Timeout | undefined

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  enter(socket: Socket): void {
    const guest = this.#describe(socket)
    if (this.#findShortage(guest) === null) this.#give(guest, this.#silent)
    else this.#tolerate(guest)
    this.#sweepLater()
  }

  /** The connection has sent a head. Returns why it has no place, or null if it has a place. */
  speak(socket: Socket): Shortage | null {
    this.#idle.delete(socket)
    this.#silent.delete(socket)
    if (this.#places.has(socket)) return null
    // The head has arrived just after the refusal.
    if (socket.writableEnded) return 'process'
    const guest = this.#excess.get(socket) ?? this.#describe(socket)
    this.#excess.delete(socket)
    const shortage = this.#findShortage(guest)
    if (shortage !== null && !this.#takeFromOther(guest, shortage)) return shortage
    this.#give(guest)
    return null
  }

  /** The connection has received its response. */
  rest(socket: Socket): void {
    if (this.#places.has(socket)) this.#idle.add(socket)
  }

  #describe(socket: Socket): Guest {
    const { remoteAddress = 'unknown' } = socket
    const address = parseAddress(remoteAddress)
    return {
      socket,
      address: toAddressBlock(remoteAddress),
      isLimited: address === null ? 'always' : findLimit(address, this.#limits.isTrusted),
      since: performance.now(),
    }
  }

  #isScarce(): boolean {
    return this.#limits.most - this.#places.size < this.#limits.most / 4
  }

  #findShortage({ address, isLimited }: Guest): Shortage | null {
    const holds = isLimited === 'always' || (isLimited === 'while places are scarce' && this.#isScarce())
    if (holds && (this.#counts.get(address) ?? 0) >= this.#limits.each) return 'address'
    return this.#places.size >= this.#limits.most ? 'process' : null
  }

  #give(guest: Guest, state?: Map<Socket, Guest>): void {
    const { socket, address } = guest
    this.#places.set(socket, guest)
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1)
    state?.set(socket, guest)
    socket.once('close', () => this.#leave(socket))
  }

  #leave(socket: Socket): void {
    const guest = this.#places.get(socket)
    if (guest === undefined) return
    this.#places.delete(socket)
    this.#silent.delete(socket)
    this.#idle.delete(socket)
    const left = (this.#counts.get(guest.address) ?? 0) - 1
    if (left > 0) this.#counts.set(guest.address, left)
    else this.#counts.delete(guest.address)
  }

  /** False if every other connection is in use. */
  #takeFromOther({ address }: Guest, shortage: Shortage): boolean {
    if (shortage === 'address') return this.#endSilent(this.#findSilentOf(address))
    if (this.#endSilent(this.#silent.keys().next().value)) return true
    const [longest] = this.#idle
    if (longest === undefined) return false
    this.#leave(longest)
    longest.destroy()
    return true
  }

  #findSilentOf(address: string): Socket | undefined {
    const before = performance.now() - YOUNG_MS
    for (const guest of this.#silent.values()) {
      if (guest.since >= before) break
      if (guest.address === address) return guest.socket
    }
    return undefined
  }

  #endSilent(socket: Socket | undefined): boolean {
    if (socket === undefined) return false
    this.#leave(socket)
    end(socket)
    return true
  }

  #tolerate(guest: Guest): void {
    const { socket } = guest
    const [oldest] = this.#excess.size < MOST_EXCESS ? [] : this.#excess.keys()
    if (oldest !== undefined) this.#drop(oldest)
    this.#excess.set(socket, guest)
    const late = setTimeout(() => this.#drop(socket), EXCESS_MS)
    socket.once('close', () => {
      clearTimeout(late)
      this.#excess.delete(socket)
    })
  }

  /** Ends a connection without a place, unless it has sent a head. */
  #drop(socket: Socket): void {
    if (this.#excess.delete(socket)) end(socket)
  }

  /** Looks for silent connections when the oldest of them has had its time. */
  #sweepLater(): void {
    const oldest = this.#silent.values().next().value
    if (this.#sweep !== undefined || oldest === undefined || !this.#isScarce()) return
    const wait = oldest.since + SILENT_MS - performance.now()
    this.#sweep = setTimeout(() => this.#endLongSilent(), Math.max(wait, 0)).unref()
  }

  #endLongSilent(): void {
    this.#sweep = undefined
    for (const { socket, since } of this.#silent.values()) {
      if (!this.#isScarce() || performance.now() - since < SILENT_MS) break
      this.#endSilent(socket)
    }
    this.#sweepLater()
  }
}
