"""Tells what a person sees in office files, with its formatting, as JSON."""

import json
import sys

import docx
import openpyxl
import pptx


def runs(paragraph):
    """Text and whether it is bold; what looks the same stands together, however many runs it is."""
    found = []
    for part in paragraph.iter_inner_content():
        bold = bool(part.runs[0].bold) if hasattr(part, "address") else bool(part.bold)
        if found and found[-1][1] == bold:
            found[-1][0] += part.text
        else:
            found.append([part.text, bold])
    return [part for part in found if part[0]]


def word(path):
    document = docx.Document(path)
    section = document.sections[0]
    return {
        "paragraphs": [
            [p.style.name, runs(p), [link.address for link in p.hyperlinks]]
            for p in document.paragraphs
        ],
        "tables": [[[c.text for c in row.cells] for row in t.rows] for t in document.tables],
        "header": [p.text for p in section.header.paragraphs],
        "footer": [p.text for p in section.footer.paragraphs],
        "comments": [c.text for c in document.comments],
        "title": document.core_properties.title,
    }


def cell(value):
    if isinstance(value, openpyxl.cell.rich_text.CellRichText):
        return [[str(p), bool(getattr(getattr(p, "font", None), "b", False))] for p in value]
    return value


def sheet(path):
    book = openpyxl.load_workbook(path, rich_text=True)
    return {
        page.title: {
            "cells": [[cell(c.value) for c in row] for row in page.iter_rows()],
            "comments": [c.comment.text for row in page.iter_rows() for c in row if c.comment],
        }
        for page in book
    }


def shape(item):
    if item.has_text_frame:
        return [[[r.text, bool(r.font.bold)] for r in p.runs] for p in item.text_frame.paragraphs]
    if item.has_table:
        return [[c.text for c in row.cells] for row in item.table.rows]
    if item.has_chart:
        plot = item.chart.plots[0]
        return {"categories": list(plot.categories), "series": [s.name for s in plot.series]}
    return None


def slides(path):
    return [
        {
            "shapes": [shape(item) for item in slide.shapes],
            "notes": slide.notes_slide.notes_text_frame.text,
        }
        for slide in pptx.Presentation(path).slides
    ]


readers = {"docx": word, "xlsx": sheet, "pptx": slides}
print(json.dumps([readers[path.rsplit(".", 1)[-1]](path) for path in sys.argv[1:]]))
