// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

#include "standin.h"
