import { PDFiumModule } from '@hyzyla/pdfium';

/** An instance of PDFium. Pointers are numbers. */
export interface Pdfium {
  call: PdfiumCalls;
  /** Its memory as arrays. Read them again after every call: they are replaced when the memory grows. */
  memory: {
    readonly HEAPU8: Uint8Array;
    readonly HEAPU16: Uint16Array;
    readonly HEAPF32: Float32Array;
    readonly HEAPF64: Float64Array;
  };
}

/** The functions of PDFium that are used here. The package's types cover only those that it wraps itself. */
interface PdfiumCalls {
  malloc(size: number): number;
  free(at: number): void;
  FPDF_InitLibrary(): void;
  FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidth(page: number): number;
  FPDF_GetPageHeight(page: number): number;
  FPDFPage_GetRotation(page: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetText(text: number, start: number, count: number, buffer: number): number;
  FPDFText_GetUnicode(text: number, index: number): number;
  FPDFText_IsGenerated(text: number, index: number): number;
  FPDFText_HasUnicodeMapError(text: number, index: number): number;
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  FPDFText_GetCharAngle(text: number, index: number): number;
  FPDFText_GetFontSize(text: number, index: number): number;
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  FPDFText_GetFontInfo(text: number, index: number, buffer: number, size: number, flags: number): number;
  FPDFText_GetTextObject(text: number, index: number): number;
  FPDFTextObj_GetFont(object: number): number;
  FPDFText_GetBoundedText(
    text: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    buffer: number,
    units: number,
  ): number;
  FPDF_GetFormType(document: number): number;
  FPDFDOC_InitFormFillEnvironment(document: number, settings: number): number;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFAnnot_GetFlags(annotation: number): number;
  FPDFAnnot_GetRect(annotation: number, rectangle: number): number;
  FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, size: number): number;
  FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
  FPDFAnnot_GetFormFieldName(form: number, annotation: number, buffer: number, size: number): number;
  FPDFAnnot_GetFormFieldAlternateName(form: number, annotation: number, buffer: number, size: number): number;
  FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, size: number): number;
  FPDFAnnot_GetOptionCount(form: number, annotation: number): number;
  FPDFAnnot_GetOptionLabel(form: number, annotation: number, index: number, buffer: number, size: number): number;
  FPDFAnnot_IsOptionSelected(form: number, annotation: number, index: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, color: number): void;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number;
  FPDFBookmark_GetDest(document: number, bookmark: number): number;
  FPDFDest_GetDestPageIndex(document: number, destination: number): number;
}

/** Bytes of the buffer that calls share for what PDFium writes. */
export const SCRATCH_BYTES = 4096;

/** Loads PDFium into WebAssembly memory of its own. It can reach nothing outside that. */
export async function loadPdfium(): Promise<Pdfium> {
  const memory = (await PDFiumModule({})) as unknown as Pdfium['memory'] & { wasmExports: unknown };
  // Without the package's wrappers, whose checks cost more than most of the calls.
  const call = memory.wasmExports as PdfiumCalls;
  call.FPDF_InitLibrary();
  return { call, memory };
}

/** Reads a zero-terminated UTF-16 text of this many bytes, terminator included. */
export function readUtf16({ memory }: Pdfium, at: number, bytes: number): string {
  if (bytes < 4) return '';
  return new TextDecoder('utf-16le').decode(memory.HEAPU8.slice(at, at + bytes - 2));
}
