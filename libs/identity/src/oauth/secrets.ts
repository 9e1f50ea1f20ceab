import { timingSafeEqual } from 'node:crypto'
import { digestOf, secretMaker } from '../secrets.ts'

/** 256 bits that nobody can guess. */
export const randomSecret = (): string => secretMaker.token().text

/** Compares in a time that does not tell how much is right. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)))
