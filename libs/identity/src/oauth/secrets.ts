import { timingSafeEqual } from 'node:crypto'
import { digest, secretMaker } from '../secrets.ts'

/** 256 bits that nobody can guess. */
export const createSecret = (): string => secretMaker.token().text

/** Compares in constant time. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
