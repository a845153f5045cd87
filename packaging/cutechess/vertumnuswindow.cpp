// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

// The drawings of the pieces, in the window of Cute Chess.

#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QSvgRenderer>

#include "vertumnusboard.h"

namespace {

/*! The drawings of Cute Chess with ours added. */
QByteArray allDrawings()
{
	QFile file(":/default.svg");
	if (!file.open(QIODevice::ReadOnly))
		qFatal("Vertumnus: Cute Chess has no default.svg");
	QByteArray svg = file.readAll();
	return svg.insert(svg.lastIndexOf("</svg>"), Chess::VertumnusBoard::drawings());
}

/*! Gives all drawings to each view of a board, before it is shown for the first time. */
class Illustrator : public QObject
{
	public:
		using QObject::QObject;

		bool eventFilter(QObject* object, QEvent* event) override
		{
			const auto view = event->type() == QEvent::Polish
				? qobject_cast<QGraphicsView*>(object) : nullptr;
			if (view != nullptr && view->scene() != nullptr)
			{
				static const QByteArray drawings = allDrawings();
				for (QSvgRenderer* renderer : view->scene()->findChildren<QSvgRenderer*>())
					renderer->load(drawings);
			}
			return QObject::eventFilter(object, event);
		}
};

void addIllustrator()
{
	qApp->installEventFilter(new Illustrator(qApp));
}

} // anonymous namespace

Q_COREAPP_STARTUP_FUNCTION(addIllustrator)
