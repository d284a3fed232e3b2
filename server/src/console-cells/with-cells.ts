import {
  defaultFieldResolver,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import type { GraphContext, RequestCells } from '../graphql/context.ts'
import { problemOf } from '../graphql/errors.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { withCellId } from './account-cells.ts'
import {
  ACCOUNT_ID_FIELDS,
  CHOICES,
  CHOICES_WITH_MERCHANT,
  FIELDS_OF_MERCHANT,
  MAIN_FIELDS,
} from './choice-of-field.ts'
import { callInCellOf, type Args, type Call } from './choices.ts'

type Field = GraphQLField<unknown, GraphContext>

/**
 * Lets every field of the schema use the database of the right cell, and returns the schema. An operation that names a
 * merchant uses the merchant's cell. The operations in `MAIN_FIELDS` use the cell `main`. `CHOICES` and
 * `CHOICES_WITH_MERCHANT` choose the cells of the other operations. The fields of a result use the cell that returned
 * the result. The resolvers are the same as in a service with one cell.
 */
export function withCells(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRoot = roots.includes(type)
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`
      if (isRoot || field.resolve || ACCOUNT_ID_FIELDS.has(name)) chooseCell(field, name, isRoot)
    }
  }
  return schema
}

function chooseCell(field: Field, name: string, isRoot: boolean): void {
  const { resolve = defaultFieldResolver } = field
  const choice = CHOICES_WITH_MERCHANT.get(name) ?? CHOICES.get(name)
  if (isRoot && !choice && !MAIN_FIELDS.has(field.name) && !field.args.some(requiresMerchant))
    throw new Error(`BUG: ${name} names no merchant, and CHOICES has no cell for it`)
  const isOfMerchant = isRoot && !CHOICES_WITH_MERCHANT.has(name)
  field.resolve = (root, args: Args, ctx, info) => {
    const { cells } = ctx
    if (!cells || ctx.testAccount !== null) return resolve(root, args, ctx, info)
    const owner = ownerOf(cells, root)
    const run = async (of: GraphContext, changed: Args = args): Promise<unknown> => {
      const value = await resolve(root, changed, of, info)
      assign(cells, value, of)
      return ACCOUNT_ID_FIELDS.has(name) ? withCellId(cells, of, value) : value
    }
    if (owner && FIELDS_OF_MERCHANT.has(name)) return inCellOfOwner(cells, root, { owner, run })
    if (owner) return run(owner)
    const merchantId = isOfMerchant ? merchantOf(args) : undefined
    const call: Call = { ctx, cells, args, resolve: run, assign: (value, of) => assign(cells, value, of) }
    if (merchantId !== undefined) return callInCellOf(merchantId, call)
    return choice ? choice(call) : resolve(root, args, ctx, info)
  }
}

/**
 * Resolves a field in the cell of the merchant of `root`. If that cell does not answer, resolves the field in the cell
 * that returned `root`.
 */
async function inCellOfOwner(
  cells: RequestCells,
  root: unknown,
  { owner, run }: { owner: GraphContext; run: (ctx: GraphContext) => Promise<unknown> },
): Promise<unknown> {
  const merchantId = merchantIn(root)
  if (typeof merchantId !== 'string' || merchantId === SERVICE_MERCHANT_ID) return run(owner)
  try {
    const of = await cells.ofMerchant(merchantId)
    return await (of === owner || cells.missing.has(cells.idOf(of)) ? run(owner) : cells.inCell(of, run))
  } catch (error) {
    if (problemOf(error).code !== 'service_unavailable') throw error
    return run(owner)
  }
}

/** Maps each request to a map from the objects in its results to the context of the cell that returned the object. */
const owners = new WeakMap<RequestCells, WeakMap<object, GraphContext>>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the context of the cell that returned an object; undefined for an object of no single cell. */
const ownerOf = (cells: RequestCells, value: unknown): GraphContext | undefined =>
  isObject(value) ? owners.get(cells)?.get(value) : undefined

/** Remembers that a cell returned the objects in `value`. */
function assign(cells: RequestCells, value: unknown, ctx: GraphContext): void {
  const ofRequest = owners.get(cells) ?? new WeakMap<object, GraphContext>()
  owners.set(cells, ofRequest)
  const visit = (one: unknown): void => {
    if (!isObject(one) || ofRequest.get(one) === ctx || ArrayBuffer.isView(one)) return
    ofRequest.set(one, ctx)
    Object.values(one).forEach(visit)
  }
  visit(value)
}

/**
 * Returns the id of the merchant that the arguments name; undefined if there is none. Also returns undefined for the
 * service's own merchant, because every cell contains that merchant.
 */
function merchantOf({ merchantId, filter, input }: Args): string | undefined {
  const given = [merchantId, ...[filter, input].map(merchantIn)].find((id) => typeof id === 'string')
  return typeof given === 'string' && given !== SERVICE_MERCHANT_ID ? given : undefined
}

const merchantIn = (value: unknown): unknown =>
  isObject(value) && 'merchantId' in value ? value.merchantId : undefined

/** Returns whether an argument is, or always contains, the id of a merchant. */
function requiresMerchant({ name, type }: GraphQLArgument): boolean {
  if (!isNonNullType(type)) return false
  const given = getNullableType(type)
  if (!isInputObjectType(given)) return name === 'merchantId'
  const member = given.getFields()['merchantId']
  return member !== undefined && isNonNullType(member.type)
}
