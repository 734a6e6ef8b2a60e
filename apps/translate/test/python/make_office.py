"""Makes an office file of each kind in a folder, as the usual libraries write them."""

import sys
from pathlib import Path

import docx
import openpyxl
import pptx
from docx.enum.text import WD_BREAK
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

folder = Path(sys.argv[1])


def hyperlink(paragraph, address, text):
    part = paragraph.part
    relation = part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), relation)
    run = OxmlElement("w:r")
    words = OxmlElement("w:t")
    words.text = text
    run.append(words)
    link.append(run)
    paragraph._p.append(link)


def word():
    document = docx.Document()
    document.core_properties.title = "Kept title"
    section = document.sections[0]
    section.header.paragraphs[0].text = "The header"
    section.footer.paragraphs[0].text = "The footer"
    document.add_heading("The house", 1)
    paragraph = document.add_paragraph("The ")
    paragraph.add_run("red").bold = True
    paragraph.add_run(" house is ")
    paragraph.add_run("very").italic = True
    paragraph.add_run(" old, says ")
    hyperlink(paragraph, "https://example.com/a", "a page")
    broken = document.add_paragraph("First line")
    broken.add_run().add_break(WD_BREAK.LINE)
    broken.add_run("second line\tafter a tab")
    document.add_paragraph("one item", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for row, words in zip(table.rows, [("Name", "Size"), ("garden", "12")]):
        for cell, text in zip(row.cells, words):
            cell.text = text
    document.add_comment(paragraph.runs, text="A remark", author="Ann", initials="A")
    document.save(folder / "word.docx")


def sheet():
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Kept"
    page["A1"] = "The house"
    page["A2"] = 12
    page["A3"] = "=A2*2"
    page["B1"] = CellRichText("The ", TextBlock(InlineFont(b=True), "red"), " house")
    page["B2"] = "The house"
    page["B2"].comment = Comment("A remark", "Ann")
    chart = BarChart()
    chart.title = "The chart"
    chart.add_data(Reference(page, min_col=1, min_row=1, max_row=2), titles_from_data=True)
    page.add_chart(chart, "D1")
    book.save(folder / "sheet.xlsx")


def slides():
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "The house"
    paragraph = slide.placeholders[1].text_frame.paragraphs[0]
    paragraph.add_run().text = "The "
    bold = paragraph.add_run()
    bold.text = "red"
    bold.font.bold = True
    paragraph.add_run().text = " house"
    box = slide.shapes.add_textbox(Inches(1), Inches(5), Inches(2), Inches(1))
    box.text_frame.text = "A text box"
    cells = slide.shapes.add_table(1, 2, Inches(4), Inches(5), Inches(2), Inches(1)).table
    cells.cell(0, 0).text = "Name"
    cells.cell(0, 1).text = "12"
    numbers = CategoryChartData()
    numbers.categories = ["East", "West"]
    numbers.add_series("Houses", (1, 2))
    kind = XL_CHART_TYPE.COLUMN_CLUSTERED
    slide.shapes.add_chart(kind, Inches(5), Inches(1), Inches(3), Inches(3), numbers)
    slide.notes_slide.notes_text_frame.text = "A note to the speaker"
    show.save(folder / "slides.pptx")


word()
sheet()
slides()
