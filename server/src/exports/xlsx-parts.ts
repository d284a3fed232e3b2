/** The parts of a workbook that do not depend on its rows (ECMA-376, Office Open XML). */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The indexes of the cell formats in `STYLES`. */
export const STYLE = { general: 0, heading: 1, money: 2, time: 3 } as const

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
</styleSheet>`

const contentTypes = (sheets: number[]): string => `${HEAD}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
${sheets.map((n) => `<Override PartName="/${sheetPath(n)}" ContentType="${TYPE}.worksheet+xml"/>`).join('')}
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`

const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbookRelations = (
  sheets: number[],
): string => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
${sheets.map((n) => `<Relationship Id="sheet${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}
<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`

/** The start of a sheet, with a frozen heading row. The rows and `SHEET_END` follow this start. */
export const SHEET_BEGIN = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>`
export const SHEET_END = '</sheetData></worksheet>'

/** Returns the path of the n-th sheet in the package, counted from 1. */
export const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`

/**
 * Matches the characters that XML 1.0 forbids: control characters except white space, lone surrogates, U+FFFE and
 * U+FFFF.
 */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu
/** The characters that must be escaped in XML, each with its replacement. */
const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Escapes a text for XML content or attribute values. Removes forbidden characters. */
export const xmlText = (text: string): string =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"\r]/g, (sign) => NAMES[sign] ?? sign)

const SHEET_NAME_MAX = 31

/**
 * Returns the name of the n-th sheet. Names must be unique, have at most 31 characters, and not contain some special
 * characters.
 */
function sheetName(title: string, n: number): string {
  const number = n === 1 ? '' : ` ${n}`
  return title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, SHEET_NAME_MAX - number.length) + number
}

/** Returns the path and the content of every part of the workbook except its sheets. */
export function partsAround(title: string, sheetsCount: number): [path: string, text: string][] {
  const sheets = Array.from({ length: sheetsCount }, (_, at) => at + 1)
  const named = sheets.map(
    (n) => `<sheet name="${xmlText(sheetName(title, n))}" sheetId="${n}" r:id="sheet${n}"/>`,
  )
  return [
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', ROOT_RELATIONS],
    ['[Content_Types].xml', contentTypes(sheets)],
  ]
}
